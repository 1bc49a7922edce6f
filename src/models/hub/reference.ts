import { UserError } from '../../base/errors.js';

/** A GGUF file of a model hub. */
export interface HubReference {
  readonly repository: string;
  readonly revision: string;
  /** Path in the repository, or undefined with a quantisation (possibly empty) to choose by. */
  readonly file?: string;
  readonly quantisation?: string;
}

const PART = '[A-Za-z0-9][A-Za-z0-9._-]*';
const FORM = new RegExp(
  `^hf:(?<repository>${PART}/${PART}?)(?:@(?<revision>${PART}))?(?:/(?<file>(?:${PART}/)*${PART}\\.gguf)|:(?<quantisation>[A-Za-z0-9_]+))?$`,
);

/** Reads hf:owner/repository[@revision]/file.gguf, hf:owner/repository:Q4_K_M or hf:owner/repository. */
export function parseReference(text: string): HubReference {
  const { repository, revision = 'main', file, quantisation = '' } = FORM.exec(text)?.groups ?? {};
  if (repository === undefined || `${file}`.includes('..'))
    throw new UserError(
      `${JSON.stringify(text)} does not name a model on the hub.`,
      'Write hf:owner/repository/file.gguf, or hf:owner/repository:Q4_K_M to choose by quantisation.',
    );
  return file === undefined ? { repository, revision, quantisation } : { repository, revision, file };
}
