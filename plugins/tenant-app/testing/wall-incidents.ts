import { create } from '#core/testing/calls.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { newConcern, report } from './incident-calls.ts'
import { counter } from './wall.ts'

interface Setting {
  platform: TestPlatform
  organization: TestOrganization
  admin: Client
  instructor: Client
  guardian: Client
  studentId: string
}

/** Writes, shares and acknowledges an incident, and records a concern. @returns the safeguarding lead, who has read it */
export async function writeIncidents(setting: Setting): Promise<Client> {
  const { platform, organization, admin, instructor, guardian, studentId } = setting
  const [incident, concern] = [counter('incident'), counter('concern')]
  const written = report(studentId, {
    description: incident(),
    firstAid: incident(),
    witness: incident(),
    prevention: incident(),
    place: incident(),
    supervisedBy: incident(),
    familyText: incident(),
  })
  const { ids } = await create<{ ids: string[] }>(instructor, '/api/incidents', written)
  const at = `/api/incidents/${ids[0]}`
  const call = { called: incident(), outcome: 'reached', happenedAt: '2026-05-06T14:20:00Z', words: incident() }
  await create(admin, `${at}/calls`, call)
  await create(admin, `${at}/additions`, { words: incident() })
  await create(admin, `${at}/follow-ups`, { task: incident(), ownerId: admin.user?.id, dueOn: '2026-05-08' })
  await create(admin, `${at}/sharing`, { familyText: incident() })
  const answer = { typedName: incident(), disagrees: true, words: incident() }
  await create(guardian, `${at}/acknowledgment`, answer)

  const lead = await organization.signIn('instructor')
  await addApp(platform, lead)
  const named = { leadIds: [lead.user?.id], outsideContact: 'County line' }
  await admin.put('/api/safeguarding', named)
  const words = { said: concern(), seen: concern(), informed: concern(), done: concern() }
  const sent = newConcern({ studentId, aboutUserId: admin.user?.id, ...words })
  await create(instructor, '/api/concerns', sent)
  await create(lead, `/api/concerns/${sent.id}/entries`, { kind: 'decision', words: concern(), reason: concern() })
  await create(lead, `/api/concerns/${sent.id}/views`)
  await create(lead, `/api/students/${studentId}/concern-chronologies`)
  return lead
}
