import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreation, PasskeyRequest } from '#core/contract/passkeys.ts'
import type { Client } from './harness.ts'

interface Credential {
  id: Buffer
  privateKey: KeyObject
  rpId: string
  userHandle: string
  counter: number
}

/** Deviation of a test from what an honest device and browser would do. */
interface Deviation {
  origin?: string
  challenge?: string
  userHandle?: string
  /** Instead of one more than the last time; 0 as of devices that do not count. */
  counter?: number
  isUserVerified?: boolean
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A device with passkeys and the browser before it, as far as the server sees them. */
export class TestAuthenticator {
  readonly #credentials: Credential[] = []

  /** Makes a passkey on the page of the client's host. */
  create({ rp, user, challenge }: PasskeyCreation, client: Client, { origin, ...other }: Deviation = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = { id: randomBytes(32), privateKey, rpId: rp.id, userHandle: user.id, counter: 0 }
    this.#credentials.push(credential)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.id.length)
    const authData = Buffer.concat([
      authenticatorData(credential, HAS_CREDENTIAL, other),
      Buffer.alloc(16),
      length,
      credential.id,
      isoCBOR.encode(key),
    ])
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...identity(credential),
      response: {
        clientDataJSON: clientData('webauthn.create', origin, other.challenge ?? challenge, client).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      },
    }
  }

  /** Answers with the newest passkey that fits. @throws when there is none */
  answer({ rpId, challenge, allowCredentials }: PasskeyRequest, client: Client, deviation: Deviation = {}) {
    const credential = this.#credentials.findLast(
      (one) => one.rpId === rpId && (allowCredentials?.some(({ id }) => id === one.id.toString('base64url')) ?? true),
    )
    if (!credential) throw new Error('The device has no passkey for this')
    credential.counter = deviation.counter ?? credential.counter + 1
    const authData = authenticatorData(credential, 0, deviation)
    const client_ = clientData('webauthn.get', deviation.origin, deviation.challenge ?? challenge, client)
    return {
      ...identity(credential),
      response: {
        clientDataJSON: client_.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(client_)]), credential.privateKey).toString(
          'base64url',
        ),
        userHandle: deviation.userHandle ?? credential.userHandle,
      },
    }
  }
}

const identity = ({ id }: Credential) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
})

const clientData = (type: string, origin: string | undefined, challenge: string, { host }: Client) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? `http://${host}`, crossOrigin: false }))

function authenticatorData({ rpId, counter }: Credential, flags: number, { isUserVerified = true }: Deviation): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([
    sha256(rpId),
    Buffer.from([USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | flags]),
    counted,
  ])
}
