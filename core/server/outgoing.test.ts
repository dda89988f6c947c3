import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postOutgoing } from './outgoing.ts'

test('an answer that switches protocols ends the request', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sent = postOutgoing(
    `http://127.0.0.1:${port}/`,
    Buffer.from('{}'),
    {},
    { allowPrivate: true, now: new Date(), readBytes: 100 },
  )
  expect(await sent).toEqual({ status: 101, retryAfter: undefined, text: '' })
})
