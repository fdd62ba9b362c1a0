export * from './harness/index.ts';
