import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { recordedDuring } from '../audit.ts'
import { AppError } from '../errors.ts'

/**
 * Does what an endpoint does and holds what it has recorded against what its contract says of it.
 * @throws audit.undeclared 500, audit.missing 500, when all is done already: in tests a failure, not an undoing
 */
export async function heldToItsAudit<Answer>(
  { method, path, audit = [], unaudited }: EndpointSpec,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { answer, recorded } = await recordedDuring(work)
  const declared = new Set<string>([audit].flat())
  // What failed or was refused on the way is no act of the endpoint.
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
