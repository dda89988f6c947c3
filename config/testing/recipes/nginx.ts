import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { freePort } from '#core/server/database/ports.ts'
import { fillBlock, fillVariables, type GuideBlock } from './guide.ts'
import { EMAIL, expectStatus, PASSWORD, Skipped, waitUntil, withPlatform, type Recipe, type Tried } from './recipe.ts'

const PROGRAM = '/usr/sbin/nginx'
const OPENSSL = '/usr/bin/openssl'
const DOMAIN = 'learn.example.org'
const ORGANIZATION = `north.${DOMAIN}`

const inGuide = { file: 'cli/README.md', section: 'Behind a proxy, with https and a wildcard domain' } as const

const platformBlock = {
  ...inGuide,
  language: 'sh',
  examples: ['$(cat session.key)'],
} as const satisfies GuideBlock

const nginxBlock = {
  ...inGuide,
  language: 'nginx',
  examples: [
    'listen 443 ssl;',
    'http2 on;',
    'listen 80;',
    '/etc/ssl/learn.example.org.pem',
    '/etc/ssl/learn.example.org.key',
    'http://127.0.0.1:3000;',
  ],
} as const satisfies GuideBlock

/** The nginx of the operator's guide before the platform, with a certificate for the domain and all names below it. */
export const nginx: Recipe = {
  name: 'nginx with TLS and a wildcard',
  section: 'nginx with TLS and a wildcard',
  blocks: [platformBlock, nginxBlock],
  run: async (directory) => {
    if (!existsSync(PROGRAM) || !existsSync(OPENSSL)) throw new Skipped('needs the packages nginx and openssl')
    const database = await startEmbeddedPostgres(join(directory, 'postgres'), ['fsync=off'])
    try {
      const variables = await fillVariables(platformBlock, { '$(cat session.key)': '1'.repeat(64) })
      return await withPlatform(directory, { DATABASE_URL: database.url, ...variables }, (tried) =>
        tryProxy(directory, tried),
      )
    } finally {
      await database.stop()
    }
  },
}

async function tryProxy(directory: string, { port: platformPort, call }: Tried): Promise<string> {
  const organization = { name: 'North Star', subdomain: 'north', adminEmail: 'admin@north.example' }
  expectStatus(await call('POST', '/api/tenants', organization), 201)
  const [port, plainPort] = [await freePort(), await freePort()]
  await writeConfiguration(directory, { platformPort, port, plainPort })
  const running = spawn(PROGRAM, ['-p', directory, '-c', join(directory, 'nginx.conf')], { stdio: 'inherit' })
  try {
    const ca = await readFile(join(directory, 'learn.pem'), 'utf8')
    const ask: Ask = (host, path, more) => answerOf({ port, host, path, ca }, more)
    await waitUntil('nginx answers', () => ask(DOMAIN, '/api/health').catch(() => undefined))
    await expectHosts(ask)
    await expectRealAddress(ask)
    if ((await protocolOf(port, ca)) !== 'h2') throw new Error('nginx does not offer HTTP/2')
    const plain = await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' })
    expectStatus(plain, 301)
    return 'the domain and an organization below it by HTTP/2 and one certificate, clients by their own address, http led to https'
  } finally {
    running.kill('SIGQUIT')
  }
}

async function expectHosts(ask: Ask): Promise<void> {
  const [platform, own] = [await ask(DOMAIN, '/api/platform'), await ask(ORGANIZATION, '/api/platform')]
  if (!platform.headers['strict-transport-security']) throw new Error('The answer is not for https')
  if (JSON.parse(platform.text).tenant) throw new Error(`${DOMAIN} is answered as an organization`)
  if (JSON.parse(own.text).tenant?.name !== 'North Star') throw new Error(`${ORGANIZATION} answered ${own.text}`)
}

/** Signs in with a made-up address, which must not be believed. */
async function expectRealAddress(ask: Ask): Promise<void> {
  const forged = { 'x-forwarded-for': '198.51.100.7' }
  const signedIn = await ask(DOMAIN, '/api/login', {
    body: { email: EMAIL, password: PASSWORD },
    headers: { ...forged, origin: `https://${DOMAIN}` },
  })
  const cookies = signedIn.headers['set-cookie'] ?? []
  if (!cookies[0]?.includes('Secure')) throw new Error(`Signing in answered ${signedIn.text} and ${cookies.join()}`)
  const headers = { ...forged, cookie: cookies[0].split(';')[0] ?? '' }
  const devices = JSON.parse((await ask(DOMAIN, '/api/user/devices', { headers })).text) as Device[]
  const found = devices.find(({ current }) => current)?.ipAddress
  if (found !== '127.0.0.1') throw new Error(`A client of 127.0.0.1 is taken for ${found}`)
}

interface Device {
  current: boolean
  ipAddress: string
}

interface Ports {
  platformPort: number
  port: number
  plainPort: number
}

async function writeConfiguration(directory: string, { platformPort, port, plainPort }: Ports): Promise<void> {
  const [certificate, key] = [join(directory, 'learn.pem'), join(directory, 'learn.key')]
  const subject = ['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN},DNS:*.${DOMAIN}`]
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(OPENSSL, ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  })
  const servers = await fillBlock(nginxBlock, {
    // Debian 12 has an nginx before 1.25.1, for which the guide says so.
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl http2;`,
    'http2 on;': '',
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    '/etc/ssl/learn.example.org.pem': certificate,
    '/etc/ssl/learn.example.org.key': key,
    'http://127.0.0.1:3000;': `http://127.0.0.1:${platformPort};`,
  })
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  await writeFile(
    join(directory, 'nginx.conf'),
    `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { access_log off; ${folders.join(' ')}\n${servers} }`,
  )
}

interface Answered {
  headers: NodeJS.Dict<string | string[]> & { 'set-cookie'?: string[] }
  text: string
}

type Ask = (host: string, path: string, more?: { body?: object; headers?: Record<string, string> }) => Promise<Answered>

/** Asks a host through nginx. @throws errors of a certificate that is not for the host */
function answerOf(
  { port, host, path, ca }: { port: number; host: string; path: string; ca: string },
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const type = body && { 'content-type': 'application/json' }
  const options = { port, host: '127.0.0.1', servername: host, path, ca, agent: false }
  return new Promise((resolve, reject) => {
    request({ ...options, method: body ? 'POST' : 'GET', headers: { host, ...type, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ headers: response.headers, text }))
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

/** The protocol that nginx agrees to. */
function protocolOf(port: number, ca: string): Promise<string | false | null> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', servername: DOMAIN, ca, ALPNProtocols: ['h2', 'http/1.1'] }
    const socket = connect(options, () => {
      resolve(socket.alpnProtocol)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
