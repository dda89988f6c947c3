import { expect, onTestFinished, vi } from 'vitest'
import { Running } from '#cli/testing/command-line.ts'
import { holdTable } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { create as madeBy } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { leftOver, nothing, variablesOf } from '#config/testing/platform/nodes.ts'
import { bytesOf, unzip } from '../../../testing/exports.ts'
import { drawPicture, putPicture } from '../../../testing/media.ts'
import type { DataExport } from '../contract.ts'
import { clearExports, resumeExports } from './clear-exports.ts'
import { makeExport } from './make-export.ts'

// Takes no jobs, so that the process to be killed does.
const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 480_000 })

const MINUTE = 60_000

test('kill -9 of a node while it makes an export with media: another node makes it anew, and deletes the first one’s files', async ({
  platform,
}) => {
  const { core, clock } = platform
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  for (const filename of ['one.jpg', 'two.jpg']) await putPicture(admin, { filename, bytes: await drawPicture() })

  const node = new Running(['work'], variablesOf(platform))
  onTestFinished(() => void node.process.kill('SIGKILL'))
  await node.says(/Working on jobs/)
  const held = await holdTable(platform.databaseUrl, 'points_entries')
  const { id } = await madeBy<DataExport>(admin, '/api/exports', {})
  // Its archive has begun, without the pictures.
  await held.waiting()
  await node.kill('SIGKILL')
  await held.release()
  const state = async () => ((await admin.get('/api/exports')).body as DataExport[]).find((one) => one.id === id)
  expect(await state()).toMatchObject({ status: 'running' })
  const url = `/api/exports/${id}/download`
  expect((await admin.get(url)).status).toBe(404)

  clock.forward(3 * MINUTE)
  await resumeExports.perform(core, null, {})
  const made = async () => {
    await makeExport.perform(core, organization.id, { tenantId: organization.id, exportId: id })
    return state()
  }
  // The database releases the killed node's locks when it notices the lost connection.
  await expect.poll(made, { timeout: 240_000 }).toMatchObject({ status: 'ready', fileCount: 2, missingCount: 0 })
  const { bytes } = await bytesOf(platform, admin, url)
  const names = [...(await unzip(bytes)).keys()]
  expect(names.filter((name) => name.endsWith('.webp') || name.endsWith('.jpg'))).toHaveLength(2)
  expect(await core.files.contents.madeIds()).toEqual([id])
  await clearExports.perform(core, null, {})
  expect(await core.files.contents.madeIds()).toEqual([id])
  expect(await leftOver(platform)).toEqual(nothing)
})
