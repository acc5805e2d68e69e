import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { openShopPage, untilDrawn } from './shop-page.ts'
import type { ShopServer } from './shop-server.ts'

const size = { width: 1120, height: 700 }
const mostBytes = 2_000_000

/**
 * Records a session for the README as an animated PNG: the dashboard, the same for one source, a payment and its
 * path. The frames are screenshots, each shown for a fixed time, so every recording shows the same.
 */
export async function recordAnimation(
  browser: Browser,
  shop: ShopServer,
  file: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-animation-'))
  try {
    const page = await openShopPage(browser, shop, { theme: 'light', ...size })
    const film = new Film(page, folder)
    await page.goto(`${shop.url}/sites/${shop.siteId}?traffic=source`)
    await film.show(1.8)
    await film.click(page.getByRole('button', { name: /^ChatGPT brought/ }))
    await page.getByRole('button', { name: 'Remove the filter Source is ChatGPT' }).waitFor()
    await film.show(2)
    await film.click(page.getByRole('link', { name: 'Payments', exact: true }))
    // Credit is loaded separately from the list.
    await page.getByRole('main').getByText('letter-12').first().waitFor()
    await film.show(1)
    await film.click(page.locator(`main a[href*="${shop.paymentId}"]`).first())
    await film.show(1.8)
    await page.context().close()
    await film.encode(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Screenshots of a page with a pointer in it, and how long each is shown. */
class Film {
  #frames: { file: string; seconds: number }[] = []
  #at = { x: size.width / 2, y: size.height / 2 }
  #page: Page
  #folder: string

  constructor(page: Page, folder: string) {
    this.#page = page
    this.#folder = folder
  }

  /** Takes a screenshot once the page has rendered. */
  async show(seconds: number): Promise<void> {
    await untilDrawn(this.#page)
    await this.#take(seconds)
  }

  /** Moves the pointer to a control and presses it. */
  async click(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (box === null) throw new Error(`Not visible: ${target}`)
    const from = this.#at
    const to = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 }
    for (let step = 1; step <= 8; step++) {
      const part = 0.5 - Math.cos((Math.PI * step) / 8) / 2
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await this.#page.mouse.move(this.#at.x, this.#at.y)
      await this.#take(step === 8 ? 0.4 : 0.05)
    }
    await target.click({ position: { x: to.x - box.x, y: to.y - box.y } })
  }

  async encode(file: string): Promise<void> {
    const list = join(this.#folder, 'frames.txt')
    const lines = this.#frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`)
    // ffmpeg shows the last frame as long as the one before, so it is repeated.
    await writeFile(list, [...lines, lines.at(-1)].join('\n'))
    // One palette for all frames; without dithering, unchanged parts are identical in each.
    const colours = 'split[a][b];[a]palettegen=max_colors=160[p];[b][p]paletteuse=dither=none'
    const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list]
    const output = [
      '-vf',
      colours,
      '-fps_mode',
      'vfr',
      '-plays',
      '0',
      '-pred',
      'mixed',
      '-f',
      'apng',
    ]
    await promisify(execFile)('ffmpeg', [...input, ...output, file]).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error('There is no ffmpeg. As root on Debian: apt-get install ffmpeg')
    })
    const { size: bytes } = await stat(file)
    if (bytes > mostBytes) throw new Error(`${file} has ${bytes} bytes, more than ${mostBytes}`)
  }

  async #take(seconds: number): Promise<void> {
    await this.#page.evaluate(drawPointer(this.#at))
    const file = join(this.#folder, `${String(this.#frames.length).padStart(3, '0')}.png`)
    await this.#page.screenshot({ path: file })
    this.#frames.push({ file, seconds })
  }
}

/** Screenshots have no pointer, so the page gets one. */
function drawPointer({ x, y }: { x: number; y: number }): string {
  return `(() => {
    const id = 'pointer-of-the-recording'
    const ns = 'http://www.w3.org/2000/svg'
    let svg = document.getElementById(id)
    if (svg === null) {
      svg = document.createElementNS(ns, 'svg')
      svg.id = id
      svg.setAttribute('width', '20')
      svg.setAttribute('height', '26')
      const path = document.createElementNS(ns, 'path')
      path.setAttribute('d', 'M2 1v19l5-4.5 3.2 8 3.4-1.4-3.2-7.8H17z')
      path.setAttribute('fill', '#111')
      path.setAttribute('stroke', '#fff')
      path.setAttribute('stroke-width', '1.5')
      svg.append(path)
      Object.assign(svg.style, { position: 'fixed', zIndex: '9999', pointerEvents: 'none' })
      document.body.append(svg)
    }
    Object.assign(svg.style, { left: '${x}px', top: '${y}px' })
  })()`
}
