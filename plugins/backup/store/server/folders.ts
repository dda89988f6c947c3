import { join } from 'node:path'
import type { Core } from '#core/server/core.ts'

/** Where archives and what they are made of lie on this node. */
export const backupFolder = ({ env }: Core) => join(env.dataDir, 'backups')
export const stagingFolder = (core: Core) => join(backupFolder(core), '.staging')
