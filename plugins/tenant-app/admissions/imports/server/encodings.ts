import { analyse } from 'chardet'
import { detectUtf16 } from '#core/contract/decode-text.ts'
import { encodings, type Encoding, type EncodingChoice } from '../contract.ts'

/** Labels of the Encoding Standard (https://encoding.spec.whatwg.org), by which text is decoded. */
const labels: Record<Encoding, string> = {
  'UTF-8': 'utf-8',
  'UTF-16': 'utf-16le',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  'Windows-1252': 'windows-1252',
  'Windows-1253': 'windows-1253',
  'Windows-1254': 'windows-1254',
  'Windows-1255': 'windows-1255',
  'Windows-1256': 'windows-1256',
  'Windows-1257': 'windows-1257',
  'Windows-1258': 'windows-1258',
  'Mac Roman': 'macintosh',
  'Shift-JIS': 'shift_jis',
  'EUC-KR': 'euc-kr',
  GBK: 'gbk',
  Big5: 'big5',
}

/** Encodings that the detector and spreadsheet programs name differently: each is a subset of the other. */
const detected: Readonly<Record<string, Encoding>> = {
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'ISO-8859-1': 'Windows-1252',
  'ISO-8859-2': 'Windows-1250',
  'ISO-8859-5': 'Windows-1251',
  'KOI8-R': 'Windows-1251',
  'ISO-8859-7': 'Windows-1253',
  'ISO-8859-8': 'Windows-1255',
  'ISO-8859-9': 'Windows-1254',
  'ISO-8859-6': 'Windows-1256',
  Shift_JIS: 'Shift-JIS',
  'EUC-KR': 'EUC-KR',
  GB18030: 'GBK',
  Big5: 'Big5',
}

/** Number of bytes from which the encoding is guessed. */
const SAMPLE_BYTES = 65_536
const MAX_SAMPLE_LENGTH = 80

export interface Decoded {
  encoding: Encoding
  text: string
  /** False where the bytes are valid text in several encodings, so that a user has to choose. */
  isSure: boolean
}

/** Decodes a file by the encoding that it states or proves, else by the likeliest one. */
export function decodeText(bytes: Buffer): Decoded {
  const utf16 = detectUtf16(bytes)
  if (utf16) return { encoding: 'UTF-16', text: new TextDecoder(utf16).decode(bytes), isSure: true }
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isSure: true }
  } catch {
    const encoding = rankEncodings(bytes)[0] ?? 'Windows-1252'
    return { encoding, text: decodeAs(bytes, encoding), isSure: false }
  }
}

export function decodeAs(bytes: Buffer, encoding: Encoding): string {
  const label = encoding === 'UTF-16' ? (detectUtf16(bytes) ?? labels[encoding]) : labels[encoding]
  return new TextDecoder(label).decode(bytes)
}

/** Lists samples of the lines beyond ASCII in each encoding in which they are valid text, the likeliest first. */
export function listEncodingChoices(bytes: Buffer): EncodingChoice[] {
  const lines = listDecisiveLines(bytes)
  const choices: EncodingChoice[] = []
  for (const encoding of rankEncodings(bytes)) {
    const sample = decodeAs(lines, encoding)
      .trim()
      .replaceAll(/[\r\n]+/g, ' · ')
      .slice(0, MAX_SAMPLE_LENGTH)
      .trim()
    // Several encodings may agree on these letters.
    if (!choices.some((one) => one.sample === sample)) choices.push({ encoding, sample })
  }
  return choices
}

/** Takes the lines with bytes beyond ASCII: encodings differ in no others. */
function listDecisiveLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let size = 0
  let start = 0
  while (start < bytes.length && size < SAMPLE_BYTES) {
    const end = bytes.indexOf('\n', start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end + 1)
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line.subarray(0, SAMPLE_BYTES - size))
      size += line.length
    }
    start += line.length
  }
  return Buffer.concat(lines)
}

/** Lists encodings in which the bytes are valid text, the likeliest first. */
function rankEncodings(bytes: Buffer): Encoding[] {
  const lines = listDecisiveLines(bytes)
  const likely = analyse(lines).flatMap(({ name }) => detected[name] ?? [])
  const ranked = new Set<Encoding>([...likely, ...encodings.filter((one) => !one.startsWith('UTF'))])
  return [...ranked].filter((encoding) => isText(decodeAs(lines, encoding)))
}

/** Reports whether a text has neither letters unknown to its encoding nor control characters. */
const isText = (text: string): boolean => !/[\uFFFD\u0080-\u009F\uE000-\uF8FF]/u.test(text)
