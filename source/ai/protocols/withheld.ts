/** Shown in the place of thinking that the provider keeps to itself; never sent. */
export const withheldThinking = '[withheld by the provider]';
