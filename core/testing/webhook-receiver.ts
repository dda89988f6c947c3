import { createServer, type IncomingHttpHeaders } from 'node:http'
import { deliverWebhooks } from '../server/webhooks/deliver.ts'
import type { TestOrganization, TestPlatform } from './harness.ts'
import { listenForTest } from './listen-for-test.ts'
import { query } from './query.ts'

/** Message of a webhook, as the Standard Webhooks scheme has it. */
interface WebhookBody {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: WebhookBody
}

type Behavior = { status: number; headers?: Record<string, string>; text?: string } | 'silent' | 'hangs'

/** Starts a receiver of webhooks on this machine, which answers as a test says, and with 204 otherwise. */
export async function startWebhookReceiver() {
  const asked: ReceivedWebhook[] = []
  const behaviors = new Map<string, Behavior[]>()
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const path = (incoming.url ?? '').slice(1)
      const text = Buffer.concat(parts).toString('utf8')
      asked.push({ path, headers: incoming.headers, text, body: JSON.parse(text) as WebhookBody })
      const behavior = behaviors.get(path)?.shift() ?? { status: 204 }
      if (behavior === 'hangs') return undefined
      if (behavior === 'silent') return outgoing.destroy()
      return outgoing.writeHead(behavior.status, behavior.headers).end(behavior.text)
    })
  })
  const port = await listenForTest(server)
  return {
    /** All requests, refused ones too. */
    asked,
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    /** Answers the next requests of a path in turn. */
    answer: (path: string, ...next: Behavior[]) => behaviors.set(path, next),
  }
}

/** Delivers what is due to the webhooks of an organization, as the jobs do. */
export async function workWebhooks({ core, databaseUrl }: TestPlatform, { id }: Pick<TestOrganization, 'id'>) {
  const waiting = await query<{ id: string }>(
    databaseUrl,
    `select distinct endpoint_id as id from webhook_deliveries where tenant_id = '${id}' and status = 'pending'`,
  )
  for (const one of waiting) await deliverWebhooks.perform(core, id, { endpointId: one.id, tenantId: id })
}
