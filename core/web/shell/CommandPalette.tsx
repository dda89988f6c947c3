import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CornerDownLeft, LogOut, UserRound, Zap } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { Header } from 'react-aria-components/Header'
import { t } from '../text.ts'
import * as styles from './CommandPalette.css.ts'
import { themeIcons, themeNames } from './ThemeSwitch.tsx'
import { useCommands, useNavItems } from './navigation.ts'
import { useFound } from './paletteSearch.ts'
import { useSignOut } from './signOut.ts'
import { setTheme, themes } from './theme.ts'

interface Entry {
  id: string
  label: string
  description?: string
  icon: LucideIcon
  perform: () => void
  /** The server has found it by more than its name. */
  isFound?: true
}

/**
 * Go anywhere and do anything by typing its name: every screen that the user may enter, the plugins' actions, and what
 * their searches find.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const { groups, isSearching } = useEntries(typed)
  const found = new Set(groups.flatMap(({ entries }) => entries.filter(({ isFound }) => isFound).map(({ id }) => id)))
  const perform = (id: string) => {
    onClose()
    groups
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.id === id)
      ?.perform()
  }
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog aria-label={t('Command palette')} className={styles.dialog}>
          <Autocomplete
            inputValue={typed}
            onInputChange={setTyped}
            filter={(name, text, { key }) => found.has(String(key)) || contains(name, text)}
          >
            <SearchField aria-label={t('Search or jump to')} autoFocus className={styles.search}>
              <Input placeholder={t('Where to, or what to do?')} className={styles.input} />
            </SearchField>
            <Menu
              aria-label={t('Results')}
              className={styles.list}
              onAction={(key) => perform(String(key))}
              renderEmptyState={() => (
                <p className={styles.empty}>{isSearching ? t('Searching…') : t('Nothing with that name')}</p>
              )}
            >
              {groups.map(({ title, entries }) => (
                <MenuSection key={title}>
                  <Header className={styles.header}>{title}</Header>
                  {entries.map(({ id, label, description, icon: Icon }) => (
                    <MenuItem key={id} id={id} textValue={label} className={styles.item}>
                      <Icon size={16} aria-hidden className={styles.icon} />
                      {label}
                      {description && <span className={styles.description}>{description}</span>}
                      <CornerDownLeft size={14} aria-hidden className={styles.enter} />
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function useEntries(typed: string): { groups: { title: string; entries: Entry[] }[]; isSearching: boolean } {
  const router = useRouter()
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  const go = (to: string) => () => void router.navigate({ to })
  const screens = useNavItems().map(({ to, label, icon }) => ({ id: to, label, icon, perform: go(to) }))
  const actions = useCommands().map(({ id, label, icon = Zap, perform }) => ({
    id,
    label,
    icon,
    perform: () => void perform({ router, queryClient }),
  }))
  const { groups, isSearching } = useFound(typed)
  const searched = groups.map(({ heading, icon, found }) => ({
    title: heading,
    entries: found.map(({ id, label, description, perform }) => ({
      id: `${heading}-${id}`,
      label,
      description,
      icon,
      perform: () => void perform({ router, queryClient }),
      isFound: true as const,
    })),
  }))
  const looks = themes.map((theme) => ({
    id: `theme-${theme}`,
    label: themeNames[theme],
    icon: themeIcons[theme],
    perform: () => setTheme(theme),
  }))
  const own: Entry[] = [
    { id: '/profile', label: t('Your profile'), icon: UserRound, perform: go('/profile') },
    ...looks,
    { id: 'sign-out', label: t('Sign Out'), icon: LogOut, perform: () => signOut.mutate() },
  ]
  const all = [
    { title: t('Go to'), entries: screens },
    { title: t('Actions'), entries: actions },
    ...searched,
    { title: t('You'), entries: own },
  ]
  return { groups: all.filter(({ entries }) => entries.length > 0), isSearching }
}
