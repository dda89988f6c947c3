import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { groupColor, groupKind } from '../contract.ts'

const group = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: groupKind,
  season: z.string(),
  color: groupColor,
  archivedAt: z.string().nullable(),
  source: z.string().nullable(),
  sourceId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Students who belong together for a season: a class, a team, a cabin. */
export class GroupModel extends tableModel('groups', group) {}
