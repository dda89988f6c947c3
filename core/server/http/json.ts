import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { JSON_DEPTH } from './request-limits.ts'

/** Bodies are JSON, or forms where a route takes uploads; nothing else is read. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Parsers go into the depth by calling themselves, and so do the checks after them.
    if (isDeeperThan(JSON_DEPTH, String(body))) {
      done(new AppError('invalid', 400, `The request is nested more than ${JSON_DEPTH} levels deep`))
    } else {
      void parse(request, String(body), done)
    }
  })
}

const QUOTE = 34
const BACKSLASH = 92
const openings = new Set(['[', '{'].map((bracket) => bracket.charCodeAt(0)))
const closings = new Set([']', '}'].map((bracket) => bracket.charCodeAt(0)))

/** Looks at each character once, and no further than the first that is too deep. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) quoted = !quoted
    else if (quoted) at += character === BACKSLASH ? 1 : 0
    else if (openings.has(character) && ++depth > limit) return true
    else if (closings.has(character)) depth--
  }
  return false
}
