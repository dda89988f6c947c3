import { extname } from 'node:path'

/**
 * Types of servable files of a package, by extension: the name decides, since pages load their parts by
 * name and a browser sniffs none. Anything else in an archive, such as schemas of a standard or sources, is not
 * served.
 */
const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.m4a': 'audio/mp4',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Names the type of a file by its path; undefined where it is not served. */
export const shownType = (path: string): string | undefined => types[extname(path).toLowerCase()]

/** Finds the start page of a package: `index.html`, as near to its root as there is one. */
export function startPage(paths: Iterable<string>): string | undefined {
  const depth = (path: string) => path.split('/').length
  return [...paths]
    .filter((path) => /(^|\/)index\.html?$/i.test(path))
    .toSorted((one, other) => depth(one) - depth(other) || one.length - other.length)[0]
}
