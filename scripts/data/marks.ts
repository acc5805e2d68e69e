/**
 * Collects the dashboard's marks: `node scripts/data/marks.ts FLAGS ICONS...` writes web/src/marks/flags.svg from an unpacked
 * country-flag-icons package (1.6.20, MIT) and web/src/marks/icons.json from unpacked simple-icons packages (CC0-1.0; 13.21.0,
 * and 9.21.0 for marks that the later one no longer has). They change rarely, so the packages are not dependencies.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brandIcon, browsers, providers, sources, systems } from '@tributary/contract/brands.ts'

const [flags = '', ...packages] = process.argv.slice(2)
const marks = new URL('../../web/src/marks/', import.meta.url)

writeFileSync(new URL('flags.svg', marks), flagSheet(flags))
writeFileSync(new URL('icons.json', marks), `${JSON.stringify(icons(), null, 1)}\n`)

/** All flags in one file, each in its own view: `flags.svg#DE`. */
function flagSheet(folder: string): string {
  const [width, height, columns] = [30, 20, 16]
  const files = globSync('3x2/??.svg', { cwd: folder }).sort()
  const parts = files.map((file, index) => {
    const place = `${(index % columns) * width} ${Math.floor(index / columns) * height}`
    const [x, y] = place.split(' ')
    const size = `width="${width}" height="${height}"`
    const text = readFileSync(join(folder, file), 'utf8').trim()
    const drawn = text.replace(/^<svg xmlns="[^"]+"/, `<svg x="${x}" y="${y}" ${size}`)
    return `<view id="${basename(file, '.svg')}" viewBox="${place} ${width} ${height}"/>${drawn}`
  })
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- country-flag-icons 1.6.20\n${licence}\n-->\n${parts.join('\n')}\n</svg>\n`
}

/** The path of each brand's icon, and its colour where that is visible on white and on black. */
function icons(): Record<string, { path: string; colour?: string }> {
  const brands = [sources, browsers, systems, providers]
  const names = brands.flatMap((some) =>
    Object.keys(some).flatMap((name) => brandIcon(some, name) ?? []),
  )
  const found = [...new Set(names)].sort().map((name) => {
    const folder = packages.find((one) => existsSync(join(one, `icons/${name}.svg`)))
    if (folder === undefined) throw new Error(`no package has an icon ${name}`)
    const svg = readFileSync(join(folder, `icons/${name}.svg`), 'utf8')
    const path = /<path d="([^"]+)"\/>/.exec(svg)?.[1]
    const title = /<title>([^<]+)</.exec(svg)?.[1]
    if (path === undefined || title === undefined) throw new Error(`${name} is not one path`)
    const colour = colourOf(folder, title)
    return [name, { path, ...(isVisible(colour) && { colour: `#${colour}` }) }] as const
  })
  return Object.fromEntries(found)
}

function colourOf(folder: string, title: string): string {
  const listed = JSON.parse(readFileSync(join(folder, '_data/simple-icons.json'), 'utf8'))
  const icon = listed.icons.find((one: { title: string }) => one.title === title)
  if (icon === undefined) throw new Error(`${title} is not in the list of its package`)
  return icon.hex
}

/** Whether a colour differs enough from white and from black; other icons use the text's colour. */
function isVisible(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return light > 0.05 && light < 0.6
}
