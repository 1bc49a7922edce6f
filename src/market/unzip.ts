/** The one CSV file inside a zip archive. */
import { unzipSync } from 'fflate';
import { UserError } from '../base/errors.js';

/** Far above any month of klines; an archive that claims more is refused before it is unpacked. */
const LARGEST = 512 * 1024 * 1024;

/** @throws UserError when the bytes are no archive, or do not hold exactly one CSV file */
export function unzipCsv(bytes: Uint8Array, file: string): Uint8Array {
  let large = false;
  let entries: Uint8Array[];
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        large ||= originalSize > LARGEST;
        return !large && /\.csv$/i.test(name);
      },
    });
    entries = Object.values(unpacked);
  } catch (error) {
    throw new UserError(`${file} is not a zip archive that can be read.`, 'Download it again.', {
      cause: error,
    });
  }
  const [only, more] = entries;
  if (large || !only || more)
    throw new UserError(
      `${file} ${large ? 'is too large' : `holds ${entries.length} CSV files`}.`,
      'Give an archive with one CSV file in it.',
    );
  return only;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
