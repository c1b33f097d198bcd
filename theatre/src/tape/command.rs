//! What to type for the same answers.

use provebest_catalog::{Method, Request, methods};

/// The command for one search.
pub(crate) fn command(request: &Request) -> String {
    let mut words = beginning(request, request.problem.info().command());
    words.extend(["-a".into(), request.method.name().into()]);
    for setting in request.method.chosen() {
        words.extend([format!("--{}", setting.name()), setting.to_string()]);
    }
    typed(words, request)
}

/// The command for several searches of one problem: one that compares them, if that can be said in one.
pub(crate) fn command_of_all(requests: &[&Request]) -> String {
    let one_by_one = || requests.iter().map(|request| command(request)).collect::<Vec<_>>().join("; ");
    let Some(first) = requests.first().filter(|_| requests.len() > 1) else { return one_by_one() };
    let parallel: Vec<&&Request> = requests.iter().filter(|request| request.method.is_parallel()).collect();
    let is_plain = |request: &&Request| request.method.algorithm().is_some() && request.method.chosen().is_empty();
    let one_machine = parallel.windows(2).all(|pair| pair[0].machine() == pair[1].machine());
    if !one_machine || !requests.iter().all(is_plain) {
        return one_by_one();
    }
    let mut words = beginning(first, "compare");
    let names: Vec<&str> = requests.iter().map(|request| request.method.name()).collect();
    let is_sequential = |method: &Method| method.algorithm().is_some() && !method.is_parallel();
    // Without names, all that run on one processor are compared.
    if !methods().map(|info| info.method).filter(is_sequential).map(|method| method.name()).eq(names.iter().copied()) {
        words.extend(["-a".into(), names.join(",")]);
    }
    typed(words, parallel.first().map_or(first, |request| request))
}

fn beginning(request: &Request, verb: &str) -> Vec<String> {
    let problem = &request.problem;
    let mut words = vec!["provebest".into(), verb.into(), problem.name().into()];
    words.extend(Some(problem.text()).filter(|text| !text.is_empty()));
    words
}

/// The words with the machine and the limits of a request, for a shell.
fn typed(mut words: Vec<String>, request: &Request) -> String {
    if request.method.is_parallel() {
        words.extend(["--machine".into(), request.machine().to_string()]);
    }
    words.extend(request.problem.asked_depth().into_iter().flat_map(|depth| ["--depth".into(), depth.0.to_string()]));
    words.extend(request.limits.nodes.into_iter().flat_map(|nodes| ["--nodes".into(), nodes.to_string()]));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=,.:/+".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
