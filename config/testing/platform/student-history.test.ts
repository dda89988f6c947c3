import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { perform } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { calls } from '#plugins/tenant-app/testing/calls.ts'

const test = pluginTest(plugins)

/** Changes of a student's family, restrictions, consents and pickups, and how the student's History names them. */
const changes: [call: string, says: RegExp][] = [
  ['POST /api/students/{id}/guardians', /^Made .+ a guardian of .+$/],
  ['PUT /api/students/{id}/guardians', /^Put the guardians of .+ in another order of contact$/],
  ['PUT /api/students/{id}/guardians/{guardianId}', /^Changed .+, a guardian of .+$/],
  ['DELETE /api/students/{id}/guardians/{guardianId}', /^Removed the guardian .+ of .+$/],
  ['POST /api/students/{id}/guardians/{guardianId}/restrictions', /^Changed .+, a guardian of .+$/],
  ['POST /api/students/{id}/guardians/{guardianId}/restrictions/lift', /^Changed .+, a guardian of .+$/],
  ['POST /api/students/{id}/consents/{consentId}/paper', /^Answered a consent for .+$/],
  ['POST /api/children/{id}/consents/{consentId}', /^Answered a consent for .+$/],
  ['POST /api/students/{id}/collectors', /^Let .+ pick up .+$/],
  ['PUT /api/students/{id}/collectors/{collectorId}', /^Changed .+, who may pick up .+$/],
  ['DELETE /api/students/{id}/collectors/{collectorId}', /^Ended that a former authorized pickup may pick up .+$/],
  ['POST /api/students/{id}/pickup-checks', /^Refused a pickup of .+ by a person who may not pick them up$/],
]

test.for(changes)(
  'an admin reads in the student’s History who made %s and when, and no instructor or guardian does',
  async ([name, says], { platform }) => {
    const prepare = calls[name]
    if (!prepare) throw new Error(`There is no call ${name}`)
    const organization = await platform.organization()
    const call = await prepare({ platform, admin: await platform.superAdmin(), organization })
    const spec = [...platform.platform.parts.values()]
      .flatMap(({ routes = [] }) => routes)
      .flatMap(({ contract }) => Object.values(contract))
      .find(({ method, path }) => `${method} ${path}` === name)
    if (!spec) throw new Error(`There is no endpoint ${name}`)
    expect((await perform(spec, call, call.by)).status).toBeLessThan(300)
    // A month later: the History goes back to the beginning by itself.
    platform.clock.forward(30 * 86_400_000)

    const history = `/api/tenant/audit-logs?about=${call.params?.[0]}`
    const { status, body } = await (await organization.signIn('tenant_admin')).get(history)
    expect(status, JSON.stringify(body)).toBe(200)
    const entries = body as { description: string; userName: string; createdAt: string }[]
    const { firstName, lastName } = call.by.user ?? {}
    expect(entries.find(({ description }) => says.test(description))).toMatchObject({
      userName: `${firstName} ${lastName}`,
      createdAt: expect.any(String),
    })
    expect(JSON.stringify(entries)).not.toMatch(/\{(user|student|collector):/)
    for (const role of ['instructor', 'parent'] as const) {
      expect((await (await organization.signIn(role)).get(history)).status, role).toBe(403)
    }
  },
)
