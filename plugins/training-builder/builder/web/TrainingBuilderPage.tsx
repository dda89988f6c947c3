import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Eye, FolderKanban, Pencil, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { usePlatform, useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { Project } from '#plugins/tenant-app/base/projects/contract.ts'
import { EditProjectDialog, NewProjectDialog } from '#plugins/tenant-app/web.ts'
import { Builder } from './Builder.tsx'
import { modulesApi, projectsApi } from './client.ts'
import { toEdited } from './moduleList.ts'
import { ModulePreview } from './ModulePreview.tsx'
import * as styles from './ModulesEditor.css.ts'
import { ProjectChoice } from './ProjectChoice.tsx'
import { builderQuery } from './useModules.ts'

const route = getRouteApi('/shell/training-builder')

const modes = [
  { id: 'edit', label: 'Edit', icon: Pencil },
  { id: 'preview', label: 'Preview', icon: Eye },
] as const

/** Renders the modules that train instructors for a project; instructors see them read-only. */
export function TrainingBuilderPage() {
  const { project: projectId, mode = 'edit' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayEdit = useUser().role !== 'instructor'
  const [isAdding, setAdding] = useState(false)
  const project = useQuery({
    ...projectsApi.getProject({ params: { id: projectId ?? '' } }),
    enabled: projectId !== undefined,
  })
  const choose = (chosen: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, project: chosen }), resetScroll: false })
  return (
    <Page
      title="Training Module Builder"
      help="Training that instructors complete before they run a project."
      actions={
        mayEdit && (
          <>
            {projectId === undefined && (
              <Button
                onPress={() => notify({ title: 'Error', description: 'Project ID is required', tone: 'destructive' })}
              >
                Save Modules
              </Button>
            )}
            <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
              New project
            </Button>
          </>
        )
      }
    >
      <Stack>
        <ProjectChoice projectId={projectId} title={project.data?.title} onChange={choose} />
        {projectId === undefined && (
          <EmptyState icon={<FolderKanban size={20} aria-hidden />} title="Choose a project">
            {mayEdit
              ? 'Its training modules are listed here for you to edit and order.'
              : 'Its training modules are shown here.'}
          </EmptyState>
        )}
        {project.error && <ErrorState error={project.error} onRetry={project.refetch} />}
        {project.data && projectId && (
          <>
            <ProjectHead project={project.data} mayEdit={mayEdit} />
            {mayEdit && (
              <div className={styles.bar}>
                <ViewSwitch
                  label="Mode"
                  options={modes}
                  value={mode}
                  onChange={(next) =>
                    void navigate({
                      search: (now) => ({ ...now, mode: next === 'preview' ? next : undefined }),
                      replace: true,
                    })
                  }
                />
              </div>
            )}
            {mayEdit ? (
              <LoadedBuilder key={projectId} projectId={projectId} isPreview={mode === 'preview'} />
            ) : (
              <Preview projectId={projectId} />
            )}
          </>
        )}
      </Stack>
      {mayEdit && (
        <Suspense>
          <NewProjectDialog isOpen={isAdding} onOpenChange={setAdding} onCreated={({ id }) => choose(id)} />
        </Suspense>
      )}
    </Page>
  )
}

function ProjectHead({ project, mayEdit }: { project: Project; mayEdit: boolean }) {
  const { app } = usePlatform()
  const [isEditing, setEditing] = useState(false)
  const options = {
    touches: [projectsApi.listProjects.key()],
    onSuccess: () => notify({ title: 'Project updated successfully' }),
    onError: (error: unknown) =>
      notify({ title: 'Failed to update project', description: errorText(error), tone: 'destructive' as const }),
  }
  const update = useMutation(projectsApi.updateProject.mutation(options))
  const adopt = useMutation(projectsApi.adoptProject.mutation(options))
  const { id, title, category, isActive, isGlobal, updatedAt, adoption } = project
  const setActive = () =>
    app === 'platform'
      ? update.mutate({ params: { id }, body: { isActive: !isActive, updatedAt } })
      : adopt.mutate({
          params: { id },
          body: { status: isActive ? 'archived' : 'active', updatedAt: adoption?.updatedAt ?? null },
        })
  const isOwn = app === 'platform' || !isGlobal
  return (
    <Card
      title={title}
      help={category || undefined}
      isDimmed={!isActive}
      actions={
        <>
          {isGlobal && app === 'tenant' && <Badge>Catalog</Badge>}
          <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          {mayEdit && isOwn && (
            <MenuButton
              label={`Actions for ${title}`}
              items={[
                { label: 'Edit project', onAction: () => setEditing(true) },
                { label: isActive ? 'Deactivate' : 'Activate', onAction: setActive },
              ]}
            />
          )}
        </>
      }
    >
      <Suspense>
        <EditProjectDialog projectId={isEditing ? id : undefined} onClose={() => setEditing(false)} />
      </Suspense>
    </Card>
  )
}

function LoadedBuilder({ projectId, isPreview }: { projectId: string; isPreview: boolean }) {
  const state = useQuery(builderQuery(projectId))
  // A cached draft may be older than one that this editor has written elsewhere.
  if (state.data && (state.isFetchedAfterMount || state.isError)) {
    return <Builder projectId={projectId} begun={state.data} isPreview={isPreview} />
  }
  return state.error ? <ErrorState error={state.error} onRetry={state.refetch} /> : <Skeleton height={320} />
}

function Preview({ projectId }: { projectId: string }) {
  const modules = useQuery(modulesApi.listModules({ params: { projectId } }))
  if (modules.error) return <ErrorState error={modules.error} onRetry={modules.refetch} />
  if (!modules.data) return <Skeleton height={320} />
  if (modules.data.length === 0) return <EmptyState title="No training modules yet" />
  return modules.data.map((module, index) => (
    <ModulePreview key={module.id} module={toEdited(module)} number={index + 1} />
  ))
}
