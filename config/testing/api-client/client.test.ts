import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { apiDocument } from '#core/server/http/api-document.ts'
import { buildApiToken } from '#core/testing/api-tokens.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { clientSource } from './client-source.ts'

const test = pluginTest(plugins)
const run = promisify(execFile)

/** A program as people write it; the lines that must not compile say so. */
const program = `
import { createClient, ApiError } from './client.ts'

export async function work(address: string, token: string, send: typeof fetch) {
  const call = createClient(address, token, send)
  const sessions = await call('GET /api/sessions', { query: { limit: 5 } })
  const names: string[] = sessions.map(({ name }) => name)
  // @ts-expect-error -- a query of another type
  const wrong = () => call('GET /api/sessions', { query: { limit: {} } })
  // @ts-expect-error -- by session only
  const secret = () => call('POST /api/user/password', {})
  void wrong, secret
  const refused = await call('GET /api/people').catch((error: unknown) => (error instanceof ApiError ? error.code : 'unknown'))
  return { names, refused }
}
`

const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions']

test('the generated client compiles and calls a platform with a token', async ({ platform }) => {
  const folder = await temporaryDataDir()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'client.ts'), clientSource(apiDocument(platform.core.env, platform.platform.contracts)))
  await writeFile(join(folder, 'program.ts'), program)
  const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc')
  const files = ['--ignoreConfig', '--types', '', '--lib', 'esnext,dom', 'program.ts']
  try {
    const { stdout } = await run(compiler, [...options, ...files], { cwd: folder }).catch(
      (failed: { stdout: string }) => failed,
    )
    expect(stdout).toBe('')

    const organization = await platform.organization()
    const { token } = await buildApiToken(platform, await organization.signIn('tenant_admin'), {
      scopes: ['sessions:read'],
    })
    await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = platform.app.server.address() as AddressInfo
    const { work } = (await import(pathToFileURL(join(folder, 'program.ts')).href)) as {
      work: (address: string, token: string, send: typeof fetch) => Promise<unknown>
    }
    const address = `http://${organization.client().host}`
    expect(await work(address, token, sendTo(port))).toEqual({ names: [], refused: 'api-token.scope' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Sends calls for any host to a local port. */
function sendTo(port: number): typeof fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const { host, pathname, search } = url as URL
      const headers = { ...(init?.headers as Record<string, string>), host }
      const sent = httpRequest({ port, path: pathname + search, method: init?.method, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const given = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> }
          resolve(new Response(Buffer.concat(parts), given))
        })
      })
      sent.on('error', reject)
      sent.end(init?.body ?? undefined)
    })
}
