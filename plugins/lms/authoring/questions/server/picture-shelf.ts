import type { FindPicture } from './read-markup.ts'

/** Maximum bytes of one picture in a file of questions. */
const MAX_PICTURE_BYTES = 5 * 1024 ** 2

/** Signatures of supported pictures: PNG, JPEG, GIF, WebP (RIFF) and AVIF, in which four bytes come first. */
const signatures = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/, /^[^]{4}ftypavi[fs]/]

const isPicture = (bytes: Buffer) => {
  const start = bytes.subarray(0, 16).toString('latin1')
  return bytes.length <= MAX_PICTURE_BYTES && signatures.some((signature) => signature.test(start))
}

/** Pictures that the questions of one file show, each with its future address. */
export class PictureShelf {
  readonly #bytes = new Map<string, Buffer>()
  readonly #urls = new Map<Buffer, string>()

  /** Adds a picture, if the bytes are one. @returns the address for questions to use */
  add(bytes: Buffer | undefined): string | undefined {
    if (!bytes || !isPicture(bytes)) return undefined
    const known = this.#urls.get(bytes)
    if (known !== undefined) return known
    const imageUrl = `/api/images/${crypto.randomUUID()}`
    this.#urls.set(bytes, imageUrl)
    this.#bytes.set(imageUrl, bytes)
    return imageUrl
  }

  get(imageUrl: string): Buffer | undefined {
    return this.#bytes.get(imageUrl)
  }

  /** Finds pictures that are embedded in the text as `data:` addresses, and others by their path. */
  finder(find: (path: string) => Buffer | undefined): FindPicture {
    return (src) => {
      const data = /^data:image\/[a-z+.-]{1,20};base64,/i.exec(src)
      if (data) return this.add(Buffer.from(src.slice(data[0].length), 'base64'))
      return this.add(find(decodePath(src)))
    }
  }
}

/** Extracts the path of an address, without its query and fragment. */
function decodePath(src: string): string {
  const [path = ''] = src.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
