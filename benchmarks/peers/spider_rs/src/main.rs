//! A crawl with spider-rs: pages come through a subscription, text through its transformations.
//!
//! usage: peer-spider ROOT FILE

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Arc, Mutex};

use html_escape::decode_html_entities;
use serde::Serialize;
use spider::page::Page;
use spider::tokio::{self, task::JoinSet};
use spider::url::Url;
use spider::website::Website;
use spider_transformations::transformation::content::{
    transform_content, ReturnFormat, TransformConfig,
};

#[global_allocator]
static GLOBAL: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The best of 16, 32, 64, 128 and 256.
const CONCURRENCY: usize = 128;
/// Pages that wait to be stored; beyond it spider drops the oldest.
const CAPACITY: usize = 16_384;

type Output = Arc<Mutex<BufWriter<File>>>;

#[derive(Serialize)]
struct Stored<'a> {
    url: &'a str,
    title: Option<String>,
    text: String,
    links: Vec<String>,
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().expect("ROOT");
    let file = File::create(arguments.next().expect("FILE")).expect("a file to write");
    let output: Output = Arc::new(Mutex::new(BufWriter::new(file)));

    let mut website = Website::new(&root);
    website
        .with_concurrency_limit(Some(CONCURRENCY))
        .with_respect_robots_txt(false)
        .with_return_page_links(true);
    let mut pages = website.subscribe(CAPACITY);
    let all = output.clone();
    let storing = tokio::spawn(async move {
        let mut tasks = JoinSet::new();
        while let Ok(page) = pages.recv().await {
            let output = all.clone();
            tasks.spawn(async move { store(&page, &output) });
        }
        tasks.join_all().await;
    });
    website.crawl().await;
    website.unsubscribe();
    storing.await.expect("pages to be stored");
    output
        .lock()
        .unwrap()
        .flush()
        .expect("the file to be written");
}

fn store(page: &Page, output: &Output) {
    if !page.status_code.is_success() {
        return;
    }
    let Some(metadata) = page.get_metadata() else {
        return; // What is not HTML has none.
    };
    let format = TransformConfig {
        return_format: ReturnFormat::Text,
        ..Default::default()
    };
    // spider hands text, titles and addresses on with their entities.
    let text = transform_content(page, &format, &None, &None, &None);
    let stored = Stored {
        url: page.get_url(),
        title: metadata
            .title
            .as_ref()
            .map(|title| decode_html_entities(title).into_owned()),
        text: decode_html_entities(&text).into_owned(),
        links: links(page),
    };
    let line = serde_json::to_vec(&stored).expect("JSON");
    let mut output = output.lock().unwrap();
    output
        .write_all(&line)
        .and_then(|()| output.write_all(b"\n"))
        .expect("the file to be written");
}

/// Absolute and distinct, without fragments.
fn links(page: &Page) -> Vec<String> {
    let base = Url::parse(page.get_url()).expect("an address");
    let hrefs: HashSet<&str> = page
        .page_links
        .iter()
        .flat_map(|links| links.iter())
        .filter_map(|link| link.as_ref().split('#').next())
        .filter(|href| !href.is_empty())
        .collect();
    hrefs
        .into_iter()
        .filter_map(|href| base.join(&decode_html_entities(href)).ok())
        .map(String::from)
        .collect()
}
