import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** Keys of one browser, base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

/** Bytes of one record; a notification is a single one. */
const RECORD_BYTES = 4096
const SALT_BYTES = 16
/** Byte that ends the last record's text. */
const LAST_RECORD = Buffer.from([2])

export const CURVE = 'prime256v1'

const derive = (salt: Buffer, secret: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Creates the pair of keys of one notification. */
function makeSender(): ECDH {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return sender
}

/**
 * Encrypts a notification for one browser: push services carry it and cannot read it (RFC 8291, with the encoding aes128gcm
 * of RFC 8188).
 * @param options keys and salt of this notification; new ones by default
 * @throws where the browser's key is no point of the curve
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { sender = makeSender(), salt = randomBytes(SALT_BYTES) }: { sender?: ECDH; salt?: Buffer } = {},
): Buffer {
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const secret = derive(Buffer.from(auth, 'base64url'), sender.computeSecret(receiverKey), info, 32)
  const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(salt, secret, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), LAST_RECORD])), cipher.final(), cipher.getAuthTag()]
  const recordBytes = Buffer.alloc(4)
  recordBytes.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, recordBytes, Buffer.from([senderKey.length]), senderKey, ...sealed])
}
