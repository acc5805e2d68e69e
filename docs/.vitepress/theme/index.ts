import type { Theme } from 'vitepress'
import Default from 'vitepress/theme-without-fonts'
import Layout from './layout.vue'
import './style.css'

const theme: Theme = { extends: Default, Layout }

export default theme
