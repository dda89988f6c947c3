import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { freePort } from '../database/ports.ts'

const test = pluginTest([], { work: true, env: { MAIL_ALLOW_PRIVATE: '' } })

/** A server on this machine that must not be reached, and the data it has received. */
async function secretServer(greeting = '') {
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push('a connection')
    socket.on('error', () => undefined).end(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, heard }
}

async function probe(platform: TestPlatform, mailHost: string, mailPort: number) {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost, mailPort, mailUseTls: false, mailUsername: '' })
  return (await admin.post('/api/settings/test-message', { to: 'ana@north.example' })).body as object
}

// The same address in every notation that a resolver understands.
const hosts = [
  '127.0.0.1',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '10.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '168.63.129.16',
  'fd00:ec2::254',
  'fe80::1',
]

test.for(hosts)('the mail test refuses %s, and reveals nothing about the server there', async (host, { platform }) => {
  const { port, heard } = await secretServer()
  const open = await probe(platform, host, port)
  expect(open).toEqual({
    sent: false,
    message: `${host} is an address of a private network. The operator can allow it with MAIL_ALLOW_PRIVATE=1.`,
  })
  expect(await probe(platform, host, await freePort())).toEqual(open)
  expect(heard).toEqual([])
})

test('messages are not delivered there either; they stay pending and show the reason', async ({ platform }) => {
  const { port, heard } = await secretServer()
  await probe(platform, 'localhost', port)
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await organization.client().post('/api/password/forgot', { email })
  const admin = await platform.superAdmin()
  await expect
    .poll(async () => (await admin.get(`/api/mail-messages?search=${encodeURIComponent(email)}`)).body[0])
    .toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringMatching(/^localhost is an address of a private/),
    })
  expect(heard).toEqual([])
})

test('where the operator allows private addresses, only the code of the answer is shown', async () => {
  const platform = await openTestPlatform([], { env: { MAIL_ALLOW_PRIVATE: '1' } })
  onTestFinished(platform.close)
  const banner = await secretServer('554 internal-vault v1.2 says hello\r\n')
  expect(await probe(platform, '127.0.0.1', banner.port)).toEqual({
    sent: false,
    message: expect.stringMatching(
      /^The message could not be sent through 127\.0\.0\.1:\d+\.( It answered with the code 554\.)?$/,
    ),
  })
  const digits = await secretServer('1234567890 is the password\r\n')
  expect(JSON.stringify(await probe(platform, '127.0.0.1', digits.port))).not.toMatch(/1234567890|password/)
  expect([...banner.heard, ...digits.heard]).toHaveLength(2)
})
