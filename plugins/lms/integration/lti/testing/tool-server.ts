import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { claims } from '../server/vocabulary.ts'
import { authorizePath, signAsTool, toolKey } from './tool-double.ts'

/** Tool that a browser can open: it logs in, shows whom it was opened for, and offers one activity. */
export interface ToolServer {
  origin: string
  publicKey: string
  /** Origin of the organization whose platform it is registered with. */
  platformOrigin: string
  close: () => void
}

async function readFormBody(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

function login(tool: ToolServer, url: URL, response: ServerResponse): void {
  const path = authorizePath(Object.fromEntries(url.searchParams), { redirect_uri: `${tool.origin}/launch` })
  response.writeHead(302, { location: tool.platformOrigin + path }).end()
}

async function launch(tool: ToolServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = decodeJwt((await readFormBody(request)).get('id_token') ?? '')
  response.setHeader('content-type', 'text/html')
  if (message[claims.messageType] === 'LtiResourceLinkRequest') {
    const { title } = message[claims.resourceLink] as { title: string }
    response.end(`<!doctype html><title>Tool</title><h1>${title} for ${String(message.sub)}</h1>`)
    return
  }
  const { data } = message[claims.deepLinkSettings] as { data: string }
  const answer = {
    iss: String(message.aud),
    aud: message.iss ?? '',
    nonce: crypto.randomUUID(),
    [claims.messageType]: 'LtiDeepLinkingResponse',
    [claims.version]: '1.3.0',
    [claims.deployment]: message[claims.deployment],
    [claims.deepLinkData]: data,
    [claims.deepLinkItems]: [
      { type: 'ltiResourceLink', title: 'Thirds', url: `${tool.origin}/thirds`, lineItem: { scoreMaximum: 20 } },
    ],
  }
  const token = await signAsTool(answer, { now: message.iat ?? 0 })
  response.end(`<!doctype html><title>Choose</title>
<form method="post" action="${tool.platformOrigin}/api/lti/choices">
<input type="hidden" name="JWT" value="${token}"><button>Use Thirds</button></form>`)
}

/** Starts a tool on this machine. */
export async function startToolServer(platformOrigin: string): Promise<ToolServer> {
  const tool: ToolServer = { origin: '', publicKey: toolKey.publicPem, platformOrigin, close: () => server.close() }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://tool')
    if (url.pathname === '/login') return login(tool, url, response)
    void launch(tool, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tool.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return tool
}
