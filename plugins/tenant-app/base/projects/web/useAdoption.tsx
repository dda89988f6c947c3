import { useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Bookmark, CircleCheck, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { AdoptionStatus, Project } from '../contract.ts'
import { projectReads, projectsApi } from './client.ts'
import { adoptionLabels } from './projectLabels.ts'

/** Long enough to read the message and decide. */
const UNDO_MS = 10_000

/** Returns the menu with the next actions on a project; empty where only admins have any. */
export function useAdoption(): (project: Project) => MenuEntry[] {
  const isAdmin = useUser().role !== 'instructor'
  const { mutateAsync } = useMutation(projectsApi.adoptProject.mutation({ touches: projectReads }))
  const change = async (project: Project, status: AdoptionStatus, before: AdoptionStatus | undefined) => {
    try {
      await mutateAsync({ params: { id: project.id }, body: { status } })
    } catch (error) {
      notify({ title: 'Failed to update project', description: errorText(error), tone: 'destructive' })
      return
    }
    notify({
      title: `${project.title}: ${adoptionLabels[status].label.toLowerCase()}`,
      description: `${adoptionLabels[status].help}.`,
      ...(before && before !== status
        ? {
            action: { label: 'Undo', onAction: () => void change(project, before, undefined) },
            duration: UNDO_MS,
          }
        : {}),
    })
  }
  return (project) => {
    const now = project.adoption?.status
    if (now === 'archived' && !isAdmin) return []
    return acts
      .filter(({ to }) => to !== now && (isAdmin || to !== 'archived'))
      .map(({ to, label, icon }) => ({
        label: now === 'archived' && to === 'earmarked' ? 'Take out of the archive' : label,
        description: adoptionLabels[to].help,
        icon: now === 'archived' && to === 'earmarked' ? <ArchiveRestore size={16} aria-hidden /> : icon,
        onAction: () => void change(project, to, now),
      }))
  }
}

const acts: readonly { to: AdoptionStatus; label: string; icon: ReactNode }[] = [
  { to: 'earmarked', label: 'Earmark', icon: <Bookmark size={16} aria-hidden /> },
  { to: 'active', label: 'Use now', icon: <Play size={16} aria-hidden /> },
  { to: 'completed', label: 'Complete', icon: <CircleCheck size={16} aria-hidden /> },
  { to: 'archived', label: 'Archive', icon: <Archive size={16} aria-hidden /> },
]
