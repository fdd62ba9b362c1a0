/** A module of its own, so that the library is loaded when the first head needs it. */
export {parse} from 'yaml';
