import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerArrival } from './arrival.ts'
import { registerErrors } from './error-handler.ts'

/** Announces a body of which only the beginning comes. */
function half(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answered = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => (answered += chunk.toString()))
    socket.on('error', reject).on('close', () => resolve(answered))
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    )
  })
}

test('a body that never ends is not waited for, nor one that may come slowly and does not come', async () => {
  const app = fastify()
  registerErrors(app)
  registerArrival(app, 50)
  app.post('/usual', async () => 'all')
  app.post('/slow', { config: { arrivesSlowly: true } }, async () => 'all')
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    for (const path of ['/usual', '/slow']) expect(await half(port, path)).toMatch(/^HTTP\/1.1 408/)
  } finally {
    await app.close()
  }
})
