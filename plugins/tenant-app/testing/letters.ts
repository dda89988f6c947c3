import { systemActor } from '#core/server/identity/actor.ts'
import { unseal } from '#core/server/secrets.ts'
import { changeRow } from '#core/testing/calls.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { hashCode } from '../admissions/letters/server/letter-code.ts'

/** Prints a letter, and gives it a code that is known: the printed one is in the PDF alone. */
export async function printLetter(
  platform: TestPlatform,
  admin: Client,
  { tenantId, studentId, code }: { tenantId: string; studentId: string; code: string },
): Promise<void> {
  const answer = await admin.post('/api/invitation-letters', { studentIds: [studentId] })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await changeRow(
    platform,
    'invitation_letters',
    { studentId, usedAt: null, revokedAt: null },
    { codeHash: hashCode(platform.core.env, tenantId, code) },
  )
}

/** Returns the token of the last link that was emailed to an address. */
export const emailedToken = ({ core }: TestPlatform, recipient: string): Promise<string> =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { secret } = await trx('mail_messages')
      .where({ recipient })
      .whereNotNull('secret')
      .orderBy('id', 'desc')
      .first<{ secret: Buffer }>('secret')
    return unseal(core.env.sessionKey, secret) ?? ''
  })
