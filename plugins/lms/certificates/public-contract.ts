import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'

/** Public access on either host. */
const anyone = { who: 'anyone', hosts: 'both', scope: 'none' } as const

/** Maximum requests per minute and address: more than a class that checks its certificates, fewer than guessing takes. */
const CHECK_RATE_LIMIT = 120

/** Maximum bytes: a certificate has fonts, and two pictures of at most a megabyte. */
const MAX_CHECKED_BYTES = 5 * 1024 * 1024

const number = z.object({ number: z.string().max(100) })

export const publicContract = {
  verify: endpoint({
    method: 'GET',
    path: '/verify/{number}',
    summary: 'A page for people that says what a certificate says, and whether it is valid',
    rateLimit: CHECK_RATE_LIMIT,
    access: anyone,
    params: number,
    response: 'file',
    errors: [404],
  }),
  verifyFile: endpoint({
    method: 'POST',
    path: '/verify/{number}',
    summary: 'The same page, about the certificate’s PDF or credential that a form sends; the file is not kept',
    unaudited: 'Nothing changes',
    rateLimit: 20,
    access: anyone,
    params: number,
    upload: { field: 'file', maxBytes: MAX_CHECKED_BYTES },
    response: 'file',
    errors: [404],
  }),
  did: endpoint({
    method: 'GET',
    path: '/.well-known/did.json',
    summary: 'The keys that sign credentials, those of before too (did:web)',
    access: anyone,
    response: 'file',
  }),
  credentialStatus: endpoint({
    method: 'GET',
    path: '/api/credentials/status/{list}',
    summary: 'Which credentials are revoked: a Bitstring Status List as JWT',
    rateLimit: CHECK_RATE_LIMIT,
    access: anyone,
    params: z.object({ list: z.coerce.number('Not a number').int('Not a whole number').min(0).max(1_000_000) }),
    response: 'file',
  }),
} as const
