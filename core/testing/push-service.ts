import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { deliverPush } from '../server/push/deliver.ts'
import type { TestOrganization, TestPlatform } from './harness.ts'
import { listenForTest } from './listen-for-test.ts'
import { query } from './query.ts'

/** Keys of one browser, as it gives them to a platform, with the half that it keeps. */
function makeBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  return { ecdh, auth: randomBytes(16), p256dh }
}

/** Creates a subscription of a browser at a push service on the public internet. */
export function browserSubscription(endpoint = `https://push.example.org/${randomBytes(6).toString('hex')}`) {
  const { p256dh, auth } = makeBrowser()
  return { endpoint, p256dh, auth: auth.toString('base64url') }
}

const derive = (salt: Buffer, secret: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Decrypts a notification as a browser does (RFC 8291). */
export function decryptPush(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = derive(auth, ecdh.computeSecret(senderKey), info, 32)
  const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(salt, secret, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}

/** Notification as a browser sees it, with the head of the request that brought it. */
export interface ReceivedPush {
  headers: IncomingHttpHeaders
  device: string
  shown: { title: string; body: string; path: string; tag: string }
}

type Behavior = { status: number; headers?: Record<string, string> } | 'silent'

/** Starts a push service on this machine, which answers as a test says, and browsers that subscribe there. */
export async function startPushService() {
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>()
  const received: ReceivedPush[] = []
  const behaviors = new Map<string, Behavior[]>()
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const device = (incoming.url ?? '').slice(1)
      asked.push(device)
      const behavior = behaviors.get(device)?.shift() ?? { status: 201 }
      if (behavior === 'silent') return outgoing.destroy()
      const browser = browsers.get(device)
      if (behavior.status < 300 && browser) {
        const shown = JSON.parse(decryptPush(Buffer.concat(parts), browser)) as ReceivedPush['shown']
        received.push({ headers: incoming.headers, device, shown })
      }
      return outgoing.writeHead(behavior.status, behavior.headers).end()
    })
  })
  const port = await listenForTest(server)
  return {
    received,
    /** Devices in the order of all requests, refused ones too. */
    asked,
    subscribe: (device: string) => {
      const browser = makeBrowser()
      browsers.set(device, browser)
      return {
        endpoint: `http://127.0.0.1:${port}/${device}`,
        p256dh: browser.p256dh,
        auth: browser.auth.toString('base64url'),
      }
    },
    /** Answers the next requests for a device in turn; with 201 after them. */
    answer: (device: string, ...next: Behavior[]) => behaviors.set(device, next),
  }
}

/** Hands over what waits for the devices of an organization, as the jobs do. */
export async function workPushes({ core, databaseUrl }: TestPlatform, { id }: Pick<TestOrganization, 'id'>) {
  const waiting = await query<{ id: string }>(
    databaseUrl,
    `select id from push_notifications where tenant_id = '${id}' and status = 'pending' order by id`,
  )
  for (const one of waiting) await deliverPush.perform(core, id, { notificationId: one.id })
}
