import { join } from 'node:path'
import type { Core } from '#core/server/core.ts'

/** Folder of this node for archives and what they are made of. */
export const backupFolder = ({ env }: Core) => join(env.dataDir, 'backups')
export const stagingFolder = (core: Core) => join(backupFolder(core), '.staging')
