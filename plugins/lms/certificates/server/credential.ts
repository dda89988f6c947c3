import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Env } from '#config/env.ts'
import type { Core } from '#core/server/core.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { difficultyNames, getVerifyUrl } from './words.ts'
import type { Issued } from './certificate.ts'
import { getSigningKey } from './keys.ts'
import { buildStatusEntry } from './status-list.ts'

/** Returns the platform's id as the issuer of all credentials: `did:web` of its own host (W3C CCG did:web). */
export function getIssuer(env: Env): string {
  const { host } = new URL(originOf(env, null))
  return `did:web:${host.replace(':', '%3A')}`
}

const CONTEXT = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

const toSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** Formats an instant without fractions, as the credential format requires. */
const formatInstant = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** Signs a payload as a JWT with the current key. */
export async function signPayload(core: Core, payload: object): Promise<string> {
  const { id, algorithm, privateKey } = await getSigningKey(core)
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: algorithm, kid: `${getIssuer(core.env)}#${id}`, typ: 'JWT' })
    .sign(privateKey)
}

/** Hashes an identity for verifiers who know it already: a student's name cannot be read from it. */
function hashIdentity(value: string, identityType: string, salt: string) {
  const hash = createHash('sha256').update(`${value}${salt}`).digest('hex')
  return { type: 'IdentityObject', hashed: true, identityHash: `sha256$${hash}`, identityType, salt }
}

/** Signs a certificate as an Open Badges 3.0 credential (VC-JWT): the payload is the credential itself. */
export async function signCredential(
  core: Core,
  certificate: Issued & { place: string },
  email: string | null,
): Promise<string> {
  const { env } = core
  const { number, course, courseId, difficulty, recipient, isOfStudent, issuedAt, expiresAt, issuer } = certificate
  const id = getVerifyUrl(env, number)
  const name = isOfStudent
    ? hashIdentity(recipient, 'name', number)
    : { type: 'IdentityObject', hashed: false, identityHash: recipient, identityType: 'name' }
  return signPayload(core, {
    '@context': CONTEXT,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: course,
    issuer: { id: getIssuer(env), type: ['Profile'], name: issuer },
    validFrom: formatInstant(issuedAt),
    ...(expiresAt === null ? {} : { validUntil: formatInstant(expiresAt) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [name, ...(email === null ? [] : [hashIdentity(email.toLowerCase(), 'emailAddress', number)])],
      achievement: {
        id: `urn:uuid:${courseId}`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: course,
        description: `The course “${course}” (${difficultyNames[difficulty].toLowerCase()}), completed.`,
        criteria: { narrative: 'All required lessons of the course were completed.' },
      },
    },
    credentialStatus: buildStatusEntry(env, Number(certificate.place)),
    iss: getIssuer(env),
    jti: id,
    nbf: toSeconds(issuedAt),
    ...(expiresAt === null ? {} : { exp: toSeconds(expiresAt) }),
  })
}
