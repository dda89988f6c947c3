import type { z } from 'zod'
import type { givenModule } from '../modules/contract.ts'

type SeedModule = z.input<typeof givenModule>

/** Modules of one project of the catalog, by its title. */
export interface SeedTraining {
  project: string
  modules: readonly SeedModule[]
}
