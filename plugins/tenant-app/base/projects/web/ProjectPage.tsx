import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Cover } from '#core/web/ui/display/Cover.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { projectSections } from '../../../shared/web/slots.ts'
import type { Project } from '../contract.ts'
import { EditProjectDialog } from './EditProjectDialog.tsx'
import { Materials } from './Materials.tsx'
import { ProjectBadges } from './ProjectBadges.tsx'
import * as styles from './ProjectPage.css.ts'
import { projectsApi } from './client.ts'
import { customizedProject, resourceOf } from './projectLabels.ts'
import { useAdoption } from './useAdoption.tsx'

const route = getRouteApi('/shell/projects/$id')

/** Shows one project: description, requirements, and the organization's adoption. */
export function ProjectPage() {
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: project, error, refetch } = useQuery(projectsApi.getProject({ params: { id } }))
  const title = project?.title ?? 'Project'
  const setEditing = (isEditing: boolean) =>
    void navigate({ search: (now) => ({ ...now, edit: isEditing || undefined }), replace: true })
  return (
    <Page
      title={title}
      help={project ? <InShort project={project} /> : !error && <Skeleton width={180} height={22} />}
      above={<Breadcrumbs trail={[{ label: 'Projects', href: '/projects' }]} current={title} />}
      actions={!error && <Acts project={project} onEdit={() => setEditing(true)} />}
    >
      {error && !project ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Stack>
          {project ? <About project={project} /> : <Skeleton height={480} />}
          <Contributions to={projectSections} props={{ projectId: id }} fallback={<Skeleton height={160} />} />
        </Stack>
      )}
      <EditProjectDialog projectId={edit && id} onClose={() => setEditing(false)} />
    </Page>
  )
}

function InShort({ project }: { project: Project }) {
  const { estimatedDuration, ageGroup } = customizedProject(project)
  return (
    <span className={styles.badges}>
      <ProjectBadges project={project} />
      <span>{[project.category, estimatedDuration, ageGroup].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/** Shown while the project loads too, so that the layout does not shift. */
function Acts({ project, onEdit }: { project: Project | undefined; onEdit: () => void }) {
  const actsOf = useAdoption()
  const acts = project ? actsOf(project) : []
  return (
    <>
      <Button icon={<Pencil size={16} aria-hidden />} isDisabled={!project} onPress={onEdit}>
        Edit
      </Button>
      {project && acts.length > 0 && <MenuButton label={`Actions for ${project.title}`} items={acts} />}
    </>
  )
}

function About({ project }: { project: Project }) {
  const { description, thumbnailUrl, learningObjectives, prerequisites } = project
  const { studentResources, assessmentCriteria, adoption } = project
  const { instructions, materials } = customizedProject(project)
  const customized = adoption?.customizations
  return (
    <>
      {(description || thumbnailUrl) && (
        <Card title="About this project">
          <div className={thumbnailUrl && styles.picture}>
            <Cover imageUrl={thumbnailUrl} />
          </div>
          {description && <p className={styles.text}>{description}</p>}
        </Card>
      )}
      {adoption?.instructorNotes && (
        <Card title="Notes for instructors">
          <p className={styles.text}>{adoption.instructorNotes}</p>
        </Card>
      )}
      <div className={styles.halves}>
        <Lines title="Learning objectives" lines={learningObjectives} />
        <Lines title="Prerequisites" lines={prerequisites} />
        <Lines title="Assessment" lines={assessmentCriteria} />
        <Lines title="Resources" lines={studentResources} draw={(line) => <Resource line={line} />} />
      </div>
      <Materials title={project.title} materials={materials} isOurs={Boolean(customized?.materials)} />
      {instructions && (
        <Card title="Instructions">
          <p className={styles.text}>{instructions}</p>
          {customized?.instructions && <p className={styles.changed}>Your organization’s version.</p>}
        </Card>
      )}
    </>
  )
}

interface LinesProps {
  title: string
  lines: readonly string[]
  draw?: (line: string) => ReactNode
}

function Lines({ title, lines, draw = (line) => line }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <Card title={title}>
      <ul className={styles.list}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may repeat
          <li key={index}>{draw(line)}</li>
        ))}
      </ul>
    </Card>
  )
}

function Resource({ line }: { line: string }) {
  const { label, href } = resourceOf(line)
  if (!href) return label
  return (
    <TextLink href={href} target="_blank" rel="noreferrer">
      {label}
    </TextLink>
  )
}
