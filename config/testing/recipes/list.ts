import { bucket } from './bucket.ts'
import { image } from './image.ts'
import { nginx } from './nginx.ts'
import { pgbouncer } from './pgbouncer.ts'
import { postgresql } from './postgresql.ts'
import type { Recipe } from './recipe.ts'
import { silentMail } from './silent-mail.ts'
import { systemdUnits } from './units.ts'

export const recipes: readonly Recipe[] = [
  ...[15, 17, 18].map(postgresql),
  pgbouncer,
  nginx,
  bucket,
  silentMail,
  image,
  systemdUnits,
]
