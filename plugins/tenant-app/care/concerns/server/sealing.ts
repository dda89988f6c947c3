import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { derivedKey, seal, unseal } from '#core/server/secrets.ts'

// A key per organization: texts sealed for one open in no other, and neither backups nor the database contain the key.
const keyOf = ({ core, tenantId }: TenantScope) =>
  derivedKey(core.env.sessionKey, `trellis concerns of ${tenantId}`, 32)

/** Encrypts the texts of a concern or an entry with the key of the scope's organization. */
export const sealWords = (scope: TenantScope, words: object): Buffer => seal(keyOf(scope), JSON.stringify(words))

/** @throws where the text was sealed with another SESSION_KEY */
export function unsealWords<Words>(scope: TenantScope, sealed: Buffer, shape: z.ZodType<Words>): Words {
  const text = unseal(keyOf(scope), sealed)
  if (text === undefined) throw new Error('A concern was sealed with another SESSION_KEY')
  return shape.parse(JSON.parse(text))
}
