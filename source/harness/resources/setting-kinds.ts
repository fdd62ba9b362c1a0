import {Type} from 'typebox';

export const on = (description: string) => Type.Boolean({default: true, description});
export const off = (description: string) => Type.Boolean({default: false, description});
export const text = (description: string, standard = '') =>
	Type.String({default: standard, description});
