import { z } from 'zod'
import { reservedSubdomains } from '#core/contract/tenancy.ts'
import { transliterate } from '#core/contract/transliteration.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

/** Maximum characters of an organization's subdomain (spec part 1, section 9). */
const MAX_LENGTH = 50

const selectSubdomainsLike = statement(
  z.object({ subdomain: z.string() }),
  `select subdomain from tenants where subdomain = $1 or subdomain ~ ('^' || $2 || '[0-9]{1,6}$')`,
)

/**
 * Generates a free subdomain from the organization's name that is not reserved: transliterated, at most 50
 * characters, with a number from 2 on when taken.
 */
export async function freeSubdomain(scope: PlatformScope, name: string): Promise<string> {
  const base = transliterate(name).slice(0, MAX_LENGTH) || 'organization'
  // Room for the digits: numbers replace the end of a long name.
  const stem = base.slice(0, MAX_LENGTH - 6)
  const rows = await scope.rows(selectSubdomainsLike, [base, stem])
  const taken = new Set(rows.map(({ subdomain }) => subdomain))
  const free = (candidate: string) => !taken.has(candidate) && !reservedSubdomains.has(candidate)
  if (free(base)) return base
  for (let number = 2; ; number++) if (free(`${stem}${number}`)) return `${stem}${number}`
}
