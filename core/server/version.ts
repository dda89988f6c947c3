import { readFileSync } from 'node:fs'

/** Of the platform, from package.json (spec part 1, section 9: 1.0.0 to begin with). */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
