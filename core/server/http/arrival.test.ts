import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { filesContract } from '#core/contract/files.ts'
import type { Core } from '../core.ts'
import { mountedFiles } from '../files/images.ts'
import { registerArrival } from './arrival.ts'
import { registerErrors } from './error-handler.ts'
import { registerContract } from './mount.ts'

/** Bytes. */
const BODY_BYTES = 20_000_000

/** Milliseconds allowed for these bodies. */
const TIMEOUT_MS = 50

/** Announces a body, which `send` begins. @returns everything received until the connection ends */
async function answerTo(port: number, path: string, send: (socket: Socket) => Promise<void>): Promise<string> {
  let answered = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (chunk) => (answered += chunk.toString()))
  // Ignores writes after the connection has ended.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/octet-stream\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  )
  await send(socket)
  await closed
  return answered
}

const nothing = async () => undefined

async function trickle(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('x')
    await pause(TIMEOUT_MS / 2)
  }
}

/** Sends a body as fast as it is read, and for longer than the total time allowed. */
async function stream(socket: Socket): Promise<void> {
  const chunk = Buffer.alloc(32 * 1024)
  for (let left = BODY_BYTES; left > 0 && !socket.destroyed; left -= chunk.length) {
    const isSent = socket.write(chunk.subarray(0, left))
    await (isSent ? pause(1) : new Promise((resolve) => socket.once('drain', resolve).once('close', resolve)))
  }
}

async function listening(): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ bodyLimit: BODY_BYTES })
  registerErrors(app)
  registerArrival(app, TIMEOUT_MS)
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    payload.on('end', () => done(null)).resume()
  })
  app.post('/usual', async () => 'all')
  app.post('/slow', { config: { arrivesSlowly: true } }, async () => 'all')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as { port: number }).port }
}

test('a body that never ends times out, and so does a file that stalls or trickles', async () => {
  const { app, port } = await listening()
  try {
    for (const path of ['/usual', '/slow']) {
      expect(await answerTo(port, path, nothing)).toMatch(/^HTTP\/1.1 408/)
      expect(await answerTo(port, path, trickle)).not.toContain('200')
    }
    expect(await answerTo(port, '/slow', stream)).toMatch(/^HTTP\/1.1 200/)
  } finally {
    await app.close()
  }
})

test('endpoints that take a file wait as long as it makes progress, and others do not', () => {
  const app = fastify()
  const slow = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.arrivesSlowly) slow.add(url)
  })
  registerContract(app, {} as Core, mountedFiles)
  expect([...slow]).toEqual([filesContract.uploadImage.path])
})
