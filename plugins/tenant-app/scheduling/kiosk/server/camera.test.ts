import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

test('the camera is allowed on the kiosk’s page and doors alone', async ({ platform }) => {
  const client = (await platform.organization()).client()
  const policyOf = async (path: string) => String((await client.get(path)).headers['permissions-policy'])
  for (const path of ['/kiosk', '/kiosk?from=a', '/sessions/7/door']) {
    expect(await policyOf(path)).toContain('camera=(self)')
  }
  for (const path of ['/', '/kiosks', '/kiosk/more', '/sessions/7', '/sessions/7/door/log', '/api/kiosk?x=/kiosk']) {
    expect(await policyOf(path)).toContain('camera=()')
  }
})
