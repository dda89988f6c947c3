import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { recordedDuring } from '../audit.ts'
import { AppError } from '../errors.ts'

/**
 * Runs an endpoint and compares its audit records with the declaration in its contract.
 * @throws audit.undeclared 500, audit.missing 500, after the commit: it fails the test, but undoes nothing
 */
export async function heldToItsAudit<Answer>(
  { method, path, audit = [], unaudited }: EndpointSpec,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { answer, recorded } = await recordedDuring(work)
  const declared = new Set<string>([audit].flat())
  // Records of failures and refusals are not acts of the endpoint.
  const undeclared = recorded.filter(({ action, success }) => success !== false && !declared.has(action))
  if (undeclared.length > 0) {
    const names = undeclared.map(({ action }) => action).join(', ')
    throw new AppError('audit.undeclared', 500, `${method} ${path} has recorded ${names}: name it in its audit`)
  }
  if (declared.size > 0 && recorded.length === 0 && unaudited === undefined) {
    throw new AppError(
      'audit.missing',
      500,
      `${method} ${path} has recorded nothing, and says ${[...declared].join(', ')}`,
    )
  }
  return answer
}
