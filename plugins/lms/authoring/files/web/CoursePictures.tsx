import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import type { PictureChoiceProps } from '#core/web/ui/rich-text/EditorDialogs.tsx'
import * as styles from './CoursePictures.css.ts'
import { courseFilesApi } from './client.ts'

/** Number of pictures that are shown at once; others are found by name. */
const PAGE_SIZE = 24

/** Lists the pictures of a course, to reuse one of them. */
export function CoursePictures({ courseId, value, onChange }: PictureChoiceProps & { courseId: string }) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const pictures = useQuery({
    ...courseFilesApi.listCourseFiles.page({
      params: { id: courseId },
      query: { kind: 'picture', search: search || undefined, limit: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { rows = [], more = false } = pictures.data ?? {}
  if (rows.length === 0 && typed === '') return null
  return (
    <div className={styles.field}>
      <span className={styles.label}>Or choose one of this course</span>
      {(more || typed !== '') && <SearchField label="Search the pictures by name" value={typed} onChange={setTyped} />}
      <ListBox
        aria-label="Pictures of this course"
        layout="grid"
        selectionMode="single"
        items={rows}
        selectedKeys={rows.some(({ id }) => id === value) ? [value] : []}
        onSelectionChange={(keys) => {
          const [chosen] = keys === 'all' ? [] : keys
          if (chosen !== undefined) onChange(String(chosen))
        }}
        renderEmptyState={() => <span className={styles.none}>No picture has that name</span>}
        className={styles.pictures}
      >
        {({ id, name, url }) => (
          <ListBoxItem id={id} textValue={name} className={styles.item}>
            <img src={`${url}?width=320`} alt="" className={styles.picture} loading="lazy" />
            <span className={styles.name}>{name}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  )
}
