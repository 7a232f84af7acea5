import { posix } from 'node:path'
import {
  databasePackages,
  domain,
  emptyWords,
  faces,
  foundation,
  inputAndOutput,
  machines,
  roles,
  rooms,
} from '../../architecture.mjs'
import type { Import, Module } from './imports.ts'

/** One place where the source is not what the map says. */
export interface Violation {
  readonly rule: string
  readonly from: string
  /** The import that is wrong, or what else is. */
  readonly what: string
}

/** `undefined` for the wiring: the files of src/ itself. */
const roomOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1]
const isFace = (room: string | undefined): boolean => room !== undefined && faces.includes(room)
const isDomain = (room: string | undefined): room is string => room !== undefined && domain.includes(room)
/** What only browsers run: the server renders without it. */
const isForBrowsers = (path: string): boolean => /\.client\.tsx?$/.test(path)
const isTest = (path: string): boolean => path.endsWith('.test.ts')
/** `operations` of `src/bookings/operations/create-invitee.ts`, `store` of `src/bookings/store.ts`. */
const partOf = (path: string): string => posix.basename(path.split('/')[2] ?? '', '.ts')
const isNoun = (path: string): boolean => isDomain(roomOf(path)) && !roles.includes(partOf(path)) && !isTest(path)
const isOperation = (path: string): boolean => isDomain(roomOf(path)) && partOf(path) === 'operations' && !isTest(path)
const maySpeakSql = (path: string): boolean =>
  path.startsWith('src/schema/') ||
  path.startsWith('src/platform/db/') ||
  (!isFace(roomOf(path)) && partOf(path) === 'store') ||
  isTest(path)

/** Where the time comes from: that of the server, and that of the browser. */
const clocks = ['src/platform/time/clock.ts', 'src/booking-pages/booking/use-now.ts']

type Judge = (module: Module, wanted: Import, house: House) => boolean

type House = ReadonlyMap<string, Module>

/** Rules about one import: each says when it is wrong. Type imports count like all others. */
const importRules: Readonly<Record<string, Judge>> = {
  'looks-down-only': ({ path }, { target }) => {
    const from = roomOf(path)
    const to = roomOf(target)
    return from !== undefined && to !== undefined && rooms.indexOf(to) > rooms.indexOf(from)
  },
  'rooms-have-doors': ({ path }, { target }) => {
    const room = roomOf(target)
    return isDomain(room) && room !== roomOf(path) && target !== `src/${room}/index.ts`
  },
  'not-through-ones-own-door': ({ path }, { target }) =>
    isDomain(roomOf(path)) && target === `src/${roomOf(path)}/index.ts`,
  'nouns-are-pure': ({ path }, { target, isPackage }) => {
    if (!isNoun(path)) return false
    if (isPackage) return databasePackages.includes(target) || inputAndOutput.includes(target)
    if (foundation.includes(roomOf(target) ?? '')) return machines.includes(target.split('/').slice(1, 3).join('/'))
    return roomOf(target) === roomOf(path) && roles.includes(partOf(target))
  },
  'sql-lives-in-stores': ({ path }, { target, isPackage }) =>
    isPackage && databasePackages.includes(target) && !maySpeakSql(path),
  'operations-stand-alone': ({ path }, { target, names }, house) => {
    if (!isOperation(path)) return false
    if (target.startsWith('src/') && partOf(target) === 'operations') return true
    const door = house.get(target)
    return door !== undefined && partOf(target) === 'index' && names.some((name) => isOperation(originOf(door, name)))
  },
  'faces-take-no-writers': ({ path }, { target, names }, house) => {
    const door = house.get(target)
    return (
      isFace(roomOf(path)) &&
      door !== undefined &&
      isDomain(roomOf(target)) &&
      names.some((name) => isWriter(house.get(originOf(door, name)), name))
    )
  },
  'nobody-imports-the-wiring': ({ path }, { target }) => roomOf(path) !== undefined && /^src\/[^/]+\.ts$/.test(target),
  'stays-inside': ({ path }, { target, isPackage }) =>
    !isPackage &&
    !target.startsWith('src/') &&
    !target.startsWith('languages/') &&
    !isTest(path) &&
    !(isForBrowsers(path) && target.startsWith('web/')),
  'browser-parts-are-apart': ({ path }, { target }) => isForBrowsers(target) && !isForBrowsers(path),
  'is-there': (_, { target, isPackage }, house) =>
    !isPackage && target.startsWith('src/') && !target.endsWith('.json') && !house.has(target),
}

/** Where a door has a name from. */
const originOf = (door: Module, name: string): string =>
  door.imports.find(({ names }) => names.includes(name))?.target ?? ''

/**
 * A function that takes an open transaction: `export const endMembership = async (tx: Tx, …`. Operations and workflows
 * open theirs themselves.
 */
const isWriter = (module: Module | undefined, name: string): boolean =>
  module !== undefined &&
  new RegExp(
    `\\bexport\\s+(?:const\\s+${name}\\s*=\\s*(?:async\\s*)?(?:<[^>]*>\\s*)?|(?:async\\s+)?function\\s+${name}\\s*)\\(\\s*\\w+:\\s*Tx\\b`,
  ).test(module.bare)

/** Rules about the text of one file: each gives what is wrong in it. */
const textRules: Readonly<Record<string, (module: Module) => readonly string[]>> = {
  'sql-lives-in-stores': ({ path, bare, strings }) => {
    if (maySpeakSql(path)) return []
    const calls =
      bare.match(
        /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(/g,
      ) ?? []
    return [...calls, ...strings.filter((text) => statement.test(text)).map((text) => text.trim().slice(0, 60))]
  },
  'faces-open-no-transaction': ({ path, bare }) =>
    isFace(roomOf(path)) && !isTest(path)
      ? (bare.match(/\bdatabase\s*\??\.\s*write(?:First)?\b|\bwrite(?:First)?\s*\(\s*(?:async\s*)?\(?\s*tx\b/g) ?? [])
      : [],
  'settings-are-read-in-one-place': ({ path, bare }) =>
    path === 'src/platform/config.ts' ? [] : (bare.match(/\bprocess\s*(?:\.\s*env|\[)|\bimport\.meta\.env\b/g) ?? []),
  'time-comes-in': ({ path, bare }) =>
    clocks.includes(path) || isForBrowsers(path) || isTest(path)
      ? []
      : (bare.match(/\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?!\s*[(\w]))|(?<!\bnew\s+)\bDate\s*\(/g) ?? []),
  'no-local-time': ({ bare }) =>
    bare.match(
      /\.(?:(?:get|set)(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Year)|getTimezoneOffset|toDateString|toTimeString|toLocale(?:Date|Time)?String)\s*\(/g,
    ) ?? [],
  'chance-is-secure': ({ bare }) => bare.match(/\bMath\s*\.\s*random\b/g) ?? [],
  'doors-only-name': ({ path, code }) => {
    const isDoor = isDomain(roomOf(path)) && path === `src/${roomOf(path)}/index.ts`
    const rest = code.replaceAll(/\bexport\s+(?:type\s+)?\{[^}]*\}\s*from\s*'\.\/[^']+'/g, '').trim()
    return isDoor && rest !== '' ? [rest.split('\n')[0] ?? ''] : []
  },
  'is-on-the-map': ({ path }) => {
    const room = roomOf(path)
    return room === undefined || rooms.includes(room) ? [] : [room]
  },
  'names-have-a-subject': ({ path }) => {
    const names = path
      .replace(/(\.test|\.client)?\.tsx?$/, '')
      .split('/')
      .slice(1)
    return names.filter((name) => emptyWords.includes(name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
  },
}

/** A statement in a string. A sentence may begin with "select" as well, so there must be more of it. */
const statement =
  /^\s*(?:select\b[^.]*\bfrom\s+\w|select\s+(?:\d|\w+\()|insert\s+into\s+\w|update\s+\w+\s+set\b|delete\s+from\s+\w|with\s+\w+\s+as\s*\(|(?:create|alter|drop)\s+(?:unlogged\s+)?(?:table|index|role|database|extension)\b|set\s+(?:local\s+)?\w+\s*(?:=|to\b))/i

export const violationsIn = (house: House): Violation[] => {
  const modules = [...house.values()]
  const wrongImports = modules.flatMap((module) =>
    module.imports.flatMap((wanted) =>
      Object.entries(importRules)
        .filter(([, isWrong]) => isWrong(module, wanted, house))
        .map(([rule]) => ({ rule, from: module.path, what: wanted.specifier })),
    ),
  )
  const wrongTexts = modules.flatMap((module) =>
    Object.entries(textRules).flatMap(([rule, find]) =>
      find(module).map((what) => ({ rule, from: module.path, what })),
    ),
  )
  return [...wrongImports, ...wrongTexts, ...circlesIn(house)]
}

/** Each circle once, as the way around it. */
const circlesIn = (house: House): Violation[] => {
  const done = new Set<string>()
  const circles: Violation[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const place = way.indexOf(path)
    if (place !== -1) {
      circles.push({ rule: 'no-circles', from: path, what: [...way.slice(place), path].join(' → ') })
      return
    }
    if (done.has(path)) return
    for (const { target, isPackage } of house.get(path)?.imports ?? []) if (!isPackage) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of house.keys()) visit(path, [])
  return circles
}

export const ruleNames: readonly string[] = [
  ...new Set([...Object.keys(importRules), ...Object.keys(textRules), 'no-circles']),
]
