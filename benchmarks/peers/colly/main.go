// A crawl with Colly: asynchronous, its parallelism limited by a rule, each page read with goquery.
//
// usage: peer-colly ROOT FILE
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"github.com/gocolly/colly/v2"
)

// The best of 2, 4, 8, 16, 32, 64 and 128: with more, Colly fetches more pages twice.
const concurrency = 8

type page struct {
	URL   string   `json:"url"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Links []string `json:"links"`
}

// links are absolute and distinct; without fragments they are so before Colly is asked for each.
func links(e *colly.HTMLElement) []string {
	seen := map[string]bool{}
	found := []string{}
	e.DOM.Find("a[href]").Each(func(_ int, a *goquery.Selection) {
		href, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
		if href == "" || seen[href] {
			return
		}
		seen[href] = true
		if link := e.Request.AbsoluteURL(href); link != "" {
			found = append(found, link)
		}
	})
	return found
}

func text(e *colly.HTMLElement) string {
	body := e.DOM.Find("body")
	body.Find("script, style").Remove()
	return strings.Join(strings.Fields(body.Text()), " ")
}

func main() {
	root, file := os.Args[1], os.Args[2]
	address, err := url.Parse(root)
	if err != nil {
		log.Fatal(err)
	}
	out, err := os.Create(file)
	if err != nil {
		log.Fatal(err)
	}
	buffer := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	var one sync.Mutex

	c := colly.NewCollector(colly.Async(), colly.AllowedDomains(address.Hostname()))
	c.WithTransport(&http.Transport{MaxIdleConnsPerHost: concurrency})
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: concurrency}); err != nil {
		log.Fatal(err)
	}
	c.OnHTML("html", func(e *colly.HTMLElement) {
		found := links(e)
		stored := page{e.Request.URL.String(), e.ChildText("title"), text(e), found}
		one.Lock()
		if err := encoder.Encode(stored); err != nil {
			log.Fatal(err)
		}
		one.Unlock()
		for _, link := range found {
			// An error says that the link was visited already or leads elsewhere.
			_ = c.Visit(link)
		}
	})
	if err := c.Visit(root); err != nil {
		log.Fatal(err)
	}
	c.Wait()
	if err := buffer.Flush(); err != nil {
		log.Fatal(err)
	}
	if err := out.Close(); err != nil {
		log.Fatal(err)
	}
}
