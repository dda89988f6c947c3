import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { requiredText } from '#core/contract/fields.ts'
import { guardians } from '../../base/families/contract.ts'
import { notificationSettings } from '../notifications/contract.ts'

/** A guardian's choice of the digest, and the time at which it is sent. */
export const digestChoice = z.object({
  isOn: z.boolean(),
  /** True if the organization sends digests. */
  isSent: z.boolean(),
  weekday: notificationSettings.shape.digestWeekday,
  hour: notificationSettings.shape.digestHour,
  /** Time zone of the organization, in which day and hour are. */
  timeZone: z.string(),
})
export type DigestChoice = z.infer<typeof digestChoice>

const endDigest = {
  method: 'POST',
  summary: 'End the weekly digest of the person who was emailed this token, without signing in (RFC 8058)',
  audit: 'digest.unsubscribed',
  unaudited: 'Where it had ended before, nothing is changed',
  rateLimit: 60,
  ignoresBody: true,
  access: { who: 'anyone', hosts: 'tenant', scope: 'tenant' },
  // Logs omit the query of URLs.
  query: z.object({ token: requiredText(200) }),
  errors: [404],
  response: 'none',
} as const

export const digestContract = {
  digestChoice: endpoint({
    method: 'GET',
    path: '/api/digest',
    summary: 'The caller’s choice of the weekly digest by email, and when it comes',
    access: guardians,
    response: digestChoice,
  }),
  chooseDigest: endpoint({
    method: 'PUT',
    path: '/api/digest',
    summary: 'Switch the weekly digest by email on or off; off by default',
    audit: ['digest.subscribed', 'digest.unsubscribed'],
    unaudited: 'Where it was chosen before, nothing is changed',
    access: { ...guardians, whileReadOnly: true },
    body: digestChoice.pick({ isOn: true }),
    response: digestChoice,
  }),
  endDigest: endpoint({ ...endDigest, path: '/unsubscribe' }),
  // Digests sent before version 1.8 have this URL in their headers.
  endEarlierDigest: endpoint({ ...endDigest, path: '/api/digest/unsubscribe' }),
} as const
