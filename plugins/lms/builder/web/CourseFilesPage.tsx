import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileStack } from 'lucide-react'
import { useState } from 'react'
import { sizeText } from '#core/contract/sizes.ts'
import { download } from '#core/web/download.ts'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { coursesApi } from '../../authoring/courses/web/client.ts'
import { courseFileKinds, type CourseFileKind } from '../../authoring/files/contract.ts'
import { courseFilesApi } from '../../authoring/files/web/client.ts'
import type { CourseFileUse } from '../../authoring/files/uses-contract.ts'
import { getLessonContentPath } from '../../authoring/lessons/web/lessonLabels.ts'
import * as styles from './CourseFilesPage.css.ts'
import { RenameFileDialog } from './RenameFileDialog.tsx'

const route = getRouteApi('/shell/lms-management/courses/$courseId/files')

const kindLabels: Record<CourseFileKind, string> = {
  picture: 'Picture',
  video: 'Video',
  audio: 'Recording',
  pdf: 'PDF',
  document: 'Document',
  captions: 'Captions',
  package: 'Package',
}
const kinds = courseFileKinds.map((id) => ({ id, label: kindLabels[id] }))

/** Lists the files of a course: where each is used, how large it is, and a button to delete unused ones. */
export function CourseFilesPage() {
  const { courseId } = route.useParams()
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['kind', 'use'] as const })
  const [renamed, setRenamed] = useState<CourseFileUse>()
  const [deleted, setDeleted] = useState<CourseFileUse>()
  const course = useQuery(coursesApi.getCourse({ params: { id: courseId } }))
  const { search, kind, use } = address
  const files = useInfiniteQuery({
    ...courseFilesApi.listCourseFileUses.infinite({
      params: { id: courseId },
      query: { search, kind, ...(use && { unused: 'true' }) },
    }),
    placeholderData: keepPreviousData,
  })
  const title = course.data?.title ?? 'Course'
  return (
    <Page
      title="Files of the course"
      help="Pictures, videos, audio, documents and packages in its lessons."
      above={
        <Breadcrumbs
          trail={[
            { label: 'Course Management', href: '/lms-management' },
            { label: title, href: `/lms-management?course=${courseId}` },
          ]}
          current="Files"
        />
      }
    >
      <ListScreen
        counted="files"
        list={list}
        query={files}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'kind', label: 'Kind', all: 'All kinds', options: kinds },
              { name: 'use', label: 'Use', all: 'Used or not', options: [{ id: 'unused', label: 'Not used' }] },
            ]}
          />
        }
        none={{
          icon: <FileStack size={20} aria-hidden />,
          title: 'No files yet',
          children: 'Upload files in the lesson editor.',
        }}
      >
        {({ query, empty }) => (
          <CardGrid query={query} empty={empty}>
            {(file) => <FileCard file={file} onRename={() => setRenamed(file)} onDelete={() => setDeleted(file)} />}
          </CardGrid>
        )}
      </ListScreen>
      <RenameFileDialog file={renamed} onClose={() => setRenamed(undefined)} />
      <DeleteFileDialog file={deleted} onClose={() => setDeleted(undefined)} />
    </Page>
  )
}

const isUsed = ({ lessons, isPublished }: CourseFileUse) => lessons.length > 0 || isPublished

interface FileCardProps {
  file: CourseFileUse
  onRename: () => void
  onDelete: () => void
}

function FileCard({ file, onRename, onDelete }: FileCardProps) {
  const { name, kind, size, url, lessons, isPublished } = file
  return (
    <Card
      title={name}
      help={`${kindLabels[kind]} · ${sizeText(size)}`}
      actions={
        <MenuButton
          label={`Actions for ${name}`}
          items={[
            { label: 'Download', onAction: () => download(url) },
            { label: 'Rename', onAction: onRename },
            'separator',
            { label: 'Delete', isDanger: true, isDisabled: isUsed(file), onAction: onDelete },
          ]}
        />
      }
    >
      <div className={styles.uses}>
        {lessons.length > 0 && (
          <ul className={styles.lessons} aria-label={`Lessons that show ${name}`}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                {lesson.isDeleted ? (
                  `${lesson.title} (deleted)`
                ) : (
                  <TextLink href={getLessonContentPath(lesson.id)}>{lesson.title}</TextLink>
                )}
              </li>
            ))}
          </ul>
        )}
        <span>{isPublished ? <Badge tone="green">Published</Badge> : !isUsed(file) && <Badge>Not used</Badge>}</span>
      </div>
    </Card>
  )
}

function DeleteFileDialog({ file, onClose }: { file: CourseFileUse | undefined; onClose: () => void }) {
  const remove = useMutation(courseFilesApi.deleteCourseFile.mutation({ touches: [coursesApi.listCourses.key()] }))
  return (
    <ConfirmDialog
      title={`Delete the file “${file?.name ?? ''}”?`}
      confirmLabel="Delete file"
      isOpen={file !== undefined}
      onOpenChange={onClose}
      onConfirm={async () => {
        if (!file) return
        await remove.mutateAsync({ params: { id: file.id } })
        notify({ title: 'File deleted', description: file.name })
      }}
    >
      It is not used in any lesson or published version. It cannot be restored.
    </ConfirmDialog>
  )
}
