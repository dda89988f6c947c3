import { useQuery } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { changedByOthers, trainingApi } from './client.ts'
import { ModuleTable } from './ModuleTable.tsx'

/** Lists the caller's modules of projects, below the courses of the training catalog. */
export function OwnModules() {
  const { id } = useUser()
  const modules = useQuery({ ...trainingApi.trainingModules(), ...changedByOthers })
  return <ModuleTable instructorId={id} modules={modules.data ?? []} query={modules} />
}
