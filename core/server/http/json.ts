import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { MAX_JSON_DEPTH } from './request-limits.ts'

/** Bodies are JSON in UTF-8, or forms where a route takes uploads; no other type and no compressed body is read. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    // Parsed as received, it would be reported as malformed.
    const isPlain = encoding.toLowerCase() === 'identity'
    done(isPlain ? null : new AppError('unsupported-media-type', 415, 'Send the request without compression'))
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Decoding it as UTF-8 would change its characters.
    if (!isUtf8(body)) return done(new AppError('invalid', 400, 'The request cannot be read: it is not UTF-8'))
    const text = body.toString()
    // Parsers and the later checks are recursive.
    if (isDeeperThan(MAX_JSON_DEPTH, text)) {
      done(new AppError('invalid', 400, `The request is nested more than ${MAX_JSON_DEPTH} levels deep`))
    } else {
      void parse(request, text, done)
    }
  })
}

const QUOTE = 34
const BACKSLASH = 92
const openings = new Set(['[', '{'].map((bracket) => bracket.charCodeAt(0)))
const closings = new Set([']', '}'].map((bracket) => bracket.charCodeAt(0)))

/** Reads each character once, and stops at the first that is too deep. */
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
