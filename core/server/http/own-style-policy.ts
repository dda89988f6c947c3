import { createHash } from 'node:crypto'

/** The content policy of a page without scripts, stricter than that of the app: the page's own style, and nothing else. */
export const ownStylePolicy = (style: string): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
