import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings } from './web-files.ts'

/** Maximum bytes of an answer that fits into one packet anyway. */
const MIN_BYTES = 1024

/** Brotli quality that compresses JSON nearly as well as the best, in a tenth of its time. */
const BROTLI_QUALITY = 4

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Compresses API answers to pages. The length of a compressed answer reveals repetitions, so an attacker who can make a
 * browser send requests with chosen text could guess the rest (BREACH): only requests by a page of this very origin are
 * compressed, never those of other origins, including sibling subdomains that send the session's cookie, nor answers to
 * changes, such as new passwords, nor answers at secret addresses.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length <= MIN_BYTES || !isCompressible(request, reply)) return payload
    reply.header('vary', 'accept-encoding, sec-fetch-site')
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one))
    if (!encoding) return payload
    const etag = reply.getHeader('etag')
    // The same content in different bytes.
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
    reply.removeHeader('content-length')
    reply.header('content-encoding', encoding)
    if (encoding === 'gzip') return gzip(payload)
    return brotli(payload, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  })
}

function isCompressible({ method, headers, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-site'] === 'same-origin' &&
    reply.statusCode === 200 &&
    !routeOptions.config.isAddressSecret &&
    !reply.hasHeader('content-encoding') &&
    String(reply.getHeader('content-type')).startsWith('application/json')
  )
}
