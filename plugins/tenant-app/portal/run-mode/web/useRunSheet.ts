import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { z } from 'zod'
import { sealedStore } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'
import { projectsApi } from '../../../base/projects/web/client.ts'
import type { StoredMeeting } from '../../../scheduling/rosters/today-contract.ts'
import type { RunStep } from '../../../shared/web/slots.ts'

/** Steps that other plugins add to the run sheet of a session, as this device holds them under its id. */
const storedSteps = z.object({
  id: z.uuid(),
  steps: z.array(z.object({ title: z.string(), about: z.string() })),
})

/** Sessions whose steps are stored at most. */
const MAX_STORED = 30

const storeOf = (userId: string) => sealedStore({ userId, kind: 'run-steps', schema: storedSteps, isHeld: true })
const storedKey = (userId: string, sessionId: string) => ['run-steps', userId, sessionId]

interface Own {
  instructions: string | null
  materials: string[] | null
}

/** The organization's own texts of a project, where it has some. */
const ownOf = (own: Own | undefined) => ({
  ...(own?.instructions && { instructions: own.instructions }),
  ...(own?.materials && { materials: own.materials }),
})

const linesOf = (text = ''): RunStep[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((title) => ({ title, about: '' }))

interface RunSheetContent {
  steps: readonly RunStep[]
  materials: readonly string[]
}

interface RunSheetOf {
  sessionId: string
  /** undefined until the session is read; null without a project. */
  projectId: string | null | undefined
  /** Stands in for the project while there is no connection. */
  stored: StoredMeeting | undefined
}

/**
 * Returns the steps and materials of a session's project with the steps that other plugins add, and what takes those;
 * the sheet is undefined until it is read.
 */
export function useRunSheet({ sessionId, projectId, stored }: RunSheetOf) {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const project = useQuery({ ...projectsApi.getProject({ params: { id: projectId ?? '' } }), enabled: !!projectId })
  const added = useQuery({
    queryKey: storedKey(userId, sessionId),
    queryFn: async () => {
      const found = (await storeOf(userId).list()).find(({ id }) => id === sessionId)?.steps ?? []
      // Parts may have said their steps meanwhile.
      return queryClient.getQueryData<readonly RunStep[]>(storedKey(userId, sessionId)) ?? found
    },
    networkMode: 'always',
    staleTime: Infinity,
  })
  const addSteps = useCallback(
    (steps: readonly RunStep[]) => {
      queryClient.setQueryData(storedKey(userId, sessionId), steps)
      void storeSteps(userId, { id: sessionId, steps: [...steps] })
    },
    [queryClient, userId, sessionId],
  )
  const content = contentOf({ project: project.data, projectId, stored })
  // A session that has lost its project has lost the steps that came with it.
  const others = projectId === null ? [] : added.data
  const sheet: RunSheetContent | undefined = content && others && { ...content, steps: [...content.steps, ...others] }
  return { sheet, addSteps }
}

interface ProjectTexts {
  instructions: string
  materials: string[]
  adoption: { customizations: Own } | null
}

function contentOf({
  project,
  projectId,
  stored,
}: Pick<RunSheetOf, 'projectId' | 'stored'> & { project: ProjectTexts | undefined }): RunSheetContent | undefined {
  if (project) {
    const { instructions, materials } = { ...project, ...ownOf(project.adoption?.customizations) }
    return { steps: linesOf(instructions), materials }
  }
  if (stored) return { steps: linesOf(stored.instructions), materials: stored.materials }
  return projectId === null ? { steps: [], materials: [] } : undefined
}

async function storeSteps(userId: string, steps: z.output<typeof storedSteps>): Promise<void> {
  const store = storeOf(userId)
  const others = (await store.list()).filter(({ id }) => id !== steps.id)
  if (others.length >= MAX_STORED) await store.remove(others.slice(0, 1 - MAX_STORED).map(({ id }) => id))
  await store.put([steps])
}
